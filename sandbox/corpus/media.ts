/** A picture as an image search knows it. */
export interface ImageDocument {
  title: string;
  /** The page that shows it. */
  url: string;
  image: string;
  thumbnail: string;
  width: number;
  height: number;
  /** ISO 639-1; English when absent. */
  lang?: string;
  /** Hidden when safe search is on. */
  adult?: boolean;
}

/** An article of a news site, dated relative to now so that every freshness filter has something to find. */
export interface NewsDocument {
  title: string;
  url: string;
  text: string;
  publisher: string;
  thumbnail?: string;
  hoursAgo: number;
  /** ISO 639-1; English when absent. */
  lang?: string;
}

/** A video with what a platform tells of it. */
export interface VideoDocument {
  title: string;
  url: string;
  text: string;
  channel: string;
  /** The platform: `YouTube`, `Vimeo`, `PeerTube`, `Wikimedia Commons`… */
  publisher: string;
  seconds: number;
  thumbnail: string;
  daysAgo: number;
  /** ISO 639-1; English when absent. */
  lang?: string;
}
