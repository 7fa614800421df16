/** The types of the API, written by `npm run client-types` from the OpenAPI document; changes here are lost. */
export interface components {
  schemas: {
    /** @description Of type `air`: `air quality in Delhi`. */
    AirData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'air';
      /**
       * @description Name of the place in the requested language.
       * @example Delhi
       */
      place: string;
      /** @description State or province; may be empty. */
      region: string;
      /** @description Country of the place. */
      country: string;
      /** @description IANA time zone of the place. */
      tz: string;
      /**
       * @description The level of `value` in words, in English.
       * @example Moderate
       */
      level: string;
      /** @description European air quality index; null if unknown. */
      european_aqi: number | null;
      /** @description Air quality index of the United States; null if unknown. */
      us_aqi: number | null;
      /** @description Fine particles in µg/m³; null if unknown. */
      pm2_5: number | null;
      /** @description Particles up to 10 µm in µg/m³; null if unknown. */
      pm10: number | null;
      /** @description In µg/m³; null if unknown. */
      nitrogen_dioxide: number | null;
      /** @description In µg/m³; null if unknown. */
      ozone: number | null;
      /** @description Latitude. */
      lat: number;
      /** @description Longitude. */
      lon: number;
      /**
       * @description The index of `value`: `european_aqi` in Europe, `us_aqi` elsewhere.
       * @enum {string}
       */
      index: 'european_aqi' | 'us_aqi';
      /** @description Other places of this name, the likeliest first: at most three. */
      alternatives?: string[];
      /** @description When the air was measured or modelled. */
      observed_at?: string;
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description The air quality index. */
      value: string;
      /** @description `value` as a number. Only whole numbers of which a 64-bit floating-point number would lose digits have none. */
      number?: number;
      /** @description The service that answered. */
      source?: string;
    };
    Alert: {
      /**
       * @description Unique among the open alerts.
       * @example engine_failing:engine_a
       */
      id: string;
      /** @enum {string} */
      kind:
        | 'engine_failing'
        | 'budget_80'
        | 'budget_100'
        | 'key_ends'
        | 'workers_missing'
        | 'redis_full'
        | 'new_device';
      /** @description The slug of the engine or service, or the key, that it is about, or empty. */
      subject: string;
      /** @description The account that it concerns, or empty. */
      account: string;
      /** @description When it began, ISO 8601. */
      since: string;
      /** @description When it ended, ISO 8601; empty while it is open. */
      until: string;
      /** @description What is wrong, in a sentence. */
      text: string;
      /** @description Figures, by the kind of the alert. */
      facts: {
        [key: string]: string | number;
      };
    };
    /** @description Of type `algebra`: `derivative of x^2 sin x`. */
    AlgebraData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'algebra';
      /** @description The calculation as understood. */
      expression: string;
      /** @description The result in LaTeX. */
      latex: string;
      /** @description Unit of a physical constant; empty if it has none. */
      unit?: string;
      /** @description The service that answered. */
      source?: string;
      /** @description Number of digits that the query asks for. */
      digits?: number;
      /** @description Year of the source. */
      year?: number;
      /** @description Whether `value` is rounded. */
      approximate: boolean;
      /** @description The solutions of an equation, or the eigenvalues. */
      values?: string[];
      /** @description The unknowns of equations, in the order of `values`. */
      unknowns?: string[];
      /** @description A matrix as rows of numbers as text, or a vector as one row. */
      matrix?: string[][];
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description The result as text; several solutions are separated by commas. */
      value: string;
      /** @description `value` as a number. Only whole numbers of which a 64-bit floating-point number would lose digits have none. */
      number?: number;
    };
    AuditEntry: {
      /** @description The place of the entry in the log. */
      id: string;
      /** @description ISO 8601. */
      at: string;
      /** @description Who acted; on the command line, the user of the system. Empty if nobody had signed in. */
      account: string;
      /** @description The public part of the key with which it acted, or empty. */
      key: string;
      /** @description `page`, `management API`, `command line`, `single sign-on`, `connector` or `instance`. */
      via: string;
      /** @description From which address; on the command line, the machine. May be empty. */
      address: string;
      /** @description The client’s program, or empty. */
      program: string;
      /** @description The request, or empty. */
      request_id: string;
      /** @example key created */
      action: string;
      /** @description The account, team, key or setting that it was done to, or empty. */
      target: string;
      /** @description The fields that changed, before; without those that were not set. */
      before: {
        [key: string]: string;
      };
      /** @description The same fields afterwards. */
      after: {
        [key: string]: string;
      };
    };
    /** @description Of type `base`: `255 in hex`. */
    BaseData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'base';
      /** @description The number or calculation in the query. */
      input: string;
      /** @description The number in base 2. */
      bin: string;
      /** @description The number in base 8. */
      oct: string;
      /** @description The number in base 10. */
      dec: string;
      /** @description The number in base 16. */
      hex: string;
      /** @description Base of the number in the query. */
      from_base: number;
      /** @description Base of `value`. */
      to_base: number;
      /** @description The number that is meant, not the digits of `value`: 255 for `ff`. */
      number?: number;
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description The number in the requested base, in capitals, without a prefix. */
      value: string;
    };
    BestAnswer: {
      question: string;
      /** @description Link to the answer. */
      url: string;
      /** @description Plain text with line breaks and the indentation of code. */
      answer: string;
      score: number;
      accepted: boolean;
      author: string;
      tags: string[];
      /** @description ISO 8601, or empty. */
      answered_at: string;
      /** @example stackoverflow.com */
      site: string;
      /** @description Licence of the text; must be shown with it. */
      license: string;
    };
    /** @description What was spent today and this month, in UTC, in units of the service. */
    Budget: {
      day: components['schemas']['BudgetPeriod'];
      month: components['schemas']['BudgetPeriod'];
      /** @example EUR */
      currency: string;
    };
    BudgetPeriod: {
      /** @description Units that may be spent; null if the period has no limit. */
      limit: number | null;
      used: number;
      left: number | null;
      /** @description The day on which nothing will be left, by the last seven days; null if something will be left. */
      spent_on: string | null;
      /** @description What the units cost; null if their price is not set. */
      cost: number | null;
    };
    /** @description Of type `reference`: `calling code of Italy`. */
    CallingCodeData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'calling_code';
      /** @description English name of the country; if several share the code, the best known one. */
      name: string;
      /** @description Two-letter ISO 3166-1 code. */
      alpha2: string;
      /** @description The international calling prefix, such as +33. */
      calling: string;
      /** @description The countries, if several share the code, best known first. */
      values?: string[];
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description The calling code; the names of the countries if the query gives a code. */
      value: string;
    };
    /** @description Of type `reference`: `chmod 755`. */
    ChmodData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'chmod';
      /** @description The mode in digits. */
      octal: string;
      /** @description The mode in letters. */
      symbolic: string;
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description The letters for a number, or the number for letters. */
      value: string;
    };
    /** @description Of type `clock`: `when do the clocks change in London`. */
    ClockChangeData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'clock_change';
      /**
       * @description Requested place or zone; that of the requester if the query names none.
       * @example Germany
       */
      place: string;
      /**
       * @description IANA time zone.
       * @example Europe/Berlin
       */
      tz: string;
      /**
       * @description New offset from UTC.
       * @example +02:00
       */
      offset: string;
      /**
       * @description Which way the clocks go: `forward` or `back`.
       * @example forward
       * @enum {string}
       */
      direction: 'forward' | 'back';
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /**
       * @description The new local date and time, with its offset from UTC.
       * @example 2027-03-28T03:00+02:00
       */
      value: string;
    };
    /** @description Of type `colour`: `#ff8800 to hsl`. */
    ColourCodeData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'colour_code';
      /** @description #rrggbb */
      hex: string;
      /** @description rgb(r, g, b), 0–255 */
      rgb: string;
      /** @description hsl(h, s%, l%) */
      hsl: string;
      /** @description hsv(h, s%, v%) */
      hsv: string;
      /** @description cmyk(c%, m%, y%, k%), without a colour profile */
      cmyk: string;
      /** @description oklch(l c h), as CSS writes it */
      oklch: string;
      /** @description The closest named CSS colour. */
      name: string;
      /** @description 0 to 1; the other fields do not include it. */
      opacity: number;
      /** @description The colours in the query as #rrggbb. */
      inputs: string[];
      /** @description Only with `detail=full`: a swatch of the colour. */
      svg?: string;
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description The colour in the requested notation, with its opacity; hex by default. */
      value: string;
    };
    ContextPassage: {
      url: string;
      title: string;
      /** @description The headings above the passage. */
      heading: string;
      /** @description The passage as Markdown. */
      text: string;
      /** @description Estimated number of tokens of heading and text. */
      tokens: number;
      /** @description How well the passage answers the question, from 0 to 1, beside the best passage of a page that was read. */
      score: number;
      /** @description An ISO date, or date and time; empty if it is not known. */
      published: string;
      /**
       * @description `description` if it is the engines' own text, because the page could not be read or has no passage.
       * @enum {string}
       */
      source: 'page' | 'description';
    };
    ContextSource: {
      url: string;
      title: string;
      /**
       * @description `not_needed` is a result beyond the number of pages that are read.
       * @enum {string}
       */
      state: 'read' | 'failed' | 'not_needed';
      /** @description Why the page could not be read; otherwise empty. */
      reason: string;
      /** @description An ISO date, or date and time; empty if it is not known. */
      published: string;
    };
    /** @description Of type `contrast`: `contrast #fff #777`. */
    ContrastData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'contrast';
      /** @description The first colour, in hexadecimal. */
      from: string;
      /** @description The second colour, in hexadecimal. */
      to: string;
      /** @description What it is enough for by WCAG 2: `AAA`, `AA`, `AA large` (large text) or `none`. */
      level: string;
      /** @description Their contrast, from 1 to 21, cut to two digits. */
      ratio: number;
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description Their contrast. */
      value: string;
      /** @description `value` as a number. Only whole numbers of which a 64-bit floating-point number would lose digits have none. */
      number?: number;
    };
    /** @description Of type `reference`: `ISO code of Japan`. */
    CountryCodeData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'country_code';
      /** @description English name of the country. */
      name: string;
      /** @description Two-letter ISO 3166-1 code. */
      alpha2: string;
      /** @description Three-letter ISO 3166-1 code. */
      alpha3: string;
      /** @description Three-digit ISO 3166-1 code. */
      numeric: string;
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description The requested code; the name if the query gives a code. */
      value: string;
    };
    /** @description Of type `country`: `capital of France`, `area of Italy`, `languages of Switzerland`, `flag of Japan`, `neighbours of Austria`, `currency of Japan`. */
    CountryData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'capital' | 'area' | 'languages' | 'flag' | 'neighbours' | 'country_currency';
      /** @description The country, in English. */
      country: string;
      /** @description Its code (ISO 3166-1). */
      country_code: string;
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description What was asked for, in English, one by one. */
      values: string[];
      /**
       * @description The unit of an area.
       * @constant
       */
      unit?: 'km²';
      /** @description What was asked for, in English; of a currency, its code. */
      value: string;
      /** @description `value` as a number. Only whole numbers of which a 64-bit floating-point number would lose digits have none. */
      number?: number;
    };
    Crawl: {
      id: string;
      /**
       * @description `partial`: a limit ended it; `failed`: it has no page. `reason` says why.
       * @enum {string}
       */
      state: 'running' | 'completed' | 'partial' | 'cancelled' | 'failed';
      /** @description The limit that ended it: `limit` (pages), `time`, `month` (of the key or the account), `size` (of results), `refused` (by the site), `sitemap` (a sitemap of the site could not be read whole, so pages may be missing), `key` (it may no longer be used). Of a crawl without a page, why the first was not read. Else empty. */
      reason: string;
      /** @description Where it began; the first of its `urls`. */
      url: string;
      limit: number;
      /** @description Pages that were found: `fetched`, `failed`, `skipped` and `queued` together. */
      found: number;
      /** @description Pages that were read. */
      fetched: number;
      /** @description Pages that could not be read. */
      failed: {
        total: number;
        /** @description How many for each reason. */
        reasons: {
          [key: string]: number;
        };
      };
      /** @description Pages that were not read: `robots`, `scope`, `duplicate`, `limit`, `trap` (pages without end) or `size`. */
      skipped: {
        total: number;
        /** @description How many for each reason. */
        reasons: {
          [key: string]: number;
        };
      };
      /** @description Pages that wait, or are being read. */
      queued: number;
      created_at: string;
      ended_at: string | null;
    };
    CrawlDelivery: {
      /** @description The `webhook-id` of its requests. */
      id: string;
      type: string;
      /** @description Its place among the events of the crawl, from 1. */
      sequence: number;
      /**
       * @description `waiting`: it is tried for the first time, or again; `failed`: it was given up.
       * @enum {string}
       */
      state: 'waiting' | 'delivered' | 'failed';
      tries: number;
      made_at: string;
      /** @description When it was last tried. */
      tried_at: string | null;
      /** @description When it is tried again. */
      next_at: string | null;
      /** @description The HTTP status of the last answer. */
      status: number | null;
      /** @description Why the last try failed; empty if it did not. */
      error: string;
    };
    CrawledPage: {
      /** @description The URL as requested. */
      url: string;
      /** @description The URL after redirects. */
      final_url: string;
      title: string;
      description: string;
      author: string;
      /** @description An ISO date, or date and time; empty if the page has none. */
      published: string;
      lang: string;
      site: string;
      content: string;
      content_type: string;
      words: number;
      /** @description Whether `content` is cut off, or the page was too large to read to its end. */
      truncated: boolean;
      cached: boolean;
      /** @description Why `content` is only a part of the text: `paywall`; `uncertain` if no article was found on a page that says that it is one, and `content` is all of its sections; empty if it is neither. */
      partial: string;
      /** @description Only with `detail=full`: as what the page was read: `article`, `documentation`, `product`, `collection` (things with prices), `listing` (of other pages), `forum`, or `service`, which is a page of sections that is nothing else; empty for other types than HTML and for whole pages. */
      kind?: string;
      /** @description Only with `detail=full`: whether everybody may read the page; null if it does not say. */
      accessible_for_free?: boolean | null;
      /** @description Only with `detail=full`: what was left out because nobody sees it. Elements with text by `hidden`, `aria_hidden`, `display`, `visibility`, `opacity`, `font_size`, `off_screen`, `clip`, `zero_size` and `color`; characters by `tag_characters`, `zero_width` and `bidirectional`. Ways with none are absent. */
      hidden_removed?: {
        [key: string]: number;
      };
      /** @description Only with `detail=full`: what the site says the page may be used for, in its own words: `content_signal` and `content_usage` from its headers or robots.txt, `robots_tag` from `X-Robots-Tag`. Absent fields: nothing. */
      usage?: {
        content_signal?: {
          [key: string]: string;
        };
        content_usage?: {
          [key: string]: string;
        };
        robots_tag?: string[];
      };
      /** @description Only with `render`: whether a browser has rendered the page. */
      rendered?: boolean;
      /** @description Only with `render`: the milliseconds that took; 0 if it was not rendered. */
      render_ms?: number;
      /** @description Only with `screenshot`: a PNG as a `data:` address. */
      screenshot?: string;
      /** @description Only with `screenshot`: whether the page goes on below it. */
      screenshot_cut?: boolean;
      links?: {
        url: string;
        text: string;
      }[];
      images?: {
        url: string;
        alt: string;
      }[];
      chunks?: {
        /** @description The headings above the passage. */
        heading: string;
        text: string;
        /** @description How well the passage matches the query (BM25). Compare scores within one page only. */
        score: number;
      }[];
      /** @description How many links lead to it from the start. */
      depth: number;
    };
    /** @description Of type `currency`: `100 usd to eur`. */
    CurrencyData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'currency';
      /**
       * @description ISO code of the source currency.
       * @example USD
       */
      from: string;
      /**
       * @description ISO code of the target currency.
       * @example EUR
       */
      to: string;
      /** @description Same as `to`. */
      currency: string;
      /** @description ISO date of the rate. */
      as_of: string;
      /** @description Same as `as_of`. */
      observed_at: string;
      /** @description Amount to convert. */
      amount: number;
      /** @description Value of one unit of the source currency in the target currency. */
      rate: number;
      /** @description Whether `value` is rounded. */
      approximate: boolean;
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description The amount in the target currency. */
      value: string;
      /** @description `value` as a number. Only whole numbers of which a 64-bit floating-point number would lose digits have none. */
      number?: number;
      /** @description The service that answered. */
      source?: string;
    };
    /** @description Of type `reference`: `euro symbol`. */
    CurrencySymbolData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'currency_symbol';
      /** @description ISO 4217 */
      code: string;
      /** @description English name of the currency. */
      name: string;
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description The symbol. */
      value: string;
    };
    /** @description Of type `date`: `days until christmas`. */
    DateData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'date';
      /**
       * @description Type of calculation.
       * @enum {string}
       */
      op:
        | 'add'
        | 'diff'
        | 'duration'
        | 'time'
        | 'weekday'
        | 'today'
        | 'unix'
        | 'leap'
        | 'week'
        | 'day_of_year'
        | 'holiday'
        | 'age'
        | 'days_in'
        | 'julian_day';
      /** @description Several results, such as leap years. */
      values?: number[];
      /** @description Unit of a number: `days`, `weeks`, `seconds` … */
      unit?: string;
      /** @description The English name of a holiday. */
      holiday?: string;
      /** @description ISO code of the country whose rule gives the date of a holiday. */
      country?: string;
      /**
       * @description Offset from UTC of a time.
       * @example +05:30
       */
      offset?: string;
      /** @description The earlier end of a difference, an ISO date or date and time. */
      from?: {
        /** @description ISO date, or date and time. */
        date: string;
      };
      /** @description The later end of a difference, or the result of adding to a time of day. */
      to?: {
        /** @description The later end of a difference. */
        date?: string;
        /** @description Result of adding to a time of day: 24-hour time. */
        time?: string;
        /** @description Days later. */
        day_shift?: number;
      };
      /** @description Whether `value` is rounded. */
      approximate?: boolean;
      /** @description The dates in the query, as ISO dates; with a time if the query has one. */
      dates: string[];
      /** @description The time spans in the query, as ISO 8601 durations. */
      durations: string[];
      /** @description Today's date in `tz`. */
      today: string;
      /** @description Time zone of the query. */
      tz: string;
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description An ISO date, an ISO date and time, a weekday, a number (in `unit`), or true or false. */
      value: string;
      /** @description `value` as a number. Only whole numbers of which a 64-bit floating-point number would lose digits have none. */
      number?: number;
    };
    /** @description Of type `dictionary`: `define serendipity`. */
    DictionaryData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'dictionary';
      /** @description The word as the dictionary writes it. */
      word: string;
      /** @description Pronunciation in the phonetic alphabet; may be empty. */
      phonetic: string;
      /** @description Meanings by part of speech. */
      meanings: {
        /**
         * @description Part of speech.
         * @example noun
         */
        part: string;
        /** @description Most common first. */
        definitions: string[];
      }[];
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description The first definition. */
      value: string;
      /** @description The service that answered. */
      source?: string;
    };
    /** @description Of type `hash`: `md5 of the quick brown fox`. */
    DigestData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'digest';
      /**
       * @description Encoding of `value`.
       * @enum {string}
       */
      encoding: 'hex' | 'base64';
      /** @description Algorithm, such as sha256. */
      algorithm: string;
      /** @description The text, hashed as UTF-8. */
      input: string;
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description The digest. */
      value: string;
    };
    /** @description Of type `distance`: `distance from London to Paris`. */
    DistanceData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'distance';
      /** @description The first place. */
      from: string;
      /** @description The second place. */
      to: string;
      /** @description Kilometres in a straight line. */
      km: number;
      /** @description The same in miles. */
      miles: number;
      /**
       * @description The unit of `value`.
       * @enum {string}
       */
      unit: 'km' | 'mi';
      /**
       * @description Whether `value` is rounded.
       * @constant
       */
      approximate: true;
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description The distance in a straight line, in `unit`. */
      value: string;
      /** @description `value` as a number. Only whole numbers of which a 64-bit floating-point number would lose digits have none. */
      number?: number;
    };
    /** @description Of type `element`: `atomic number of gold`, `atomic mass of carbon`, `chemical symbol of iron`, `molar mass of H2SO4`. */
    ElementData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'atomic_number' | 'atomic_mass' | 'symbol' | 'molar_mass';
      /** @description The element. */
      name?: string;
      /** @description Its symbol. */
      symbol?: string;
      /** @description The formula whose mass was asked for. */
      formula?: string;
      /** @description The unit of `value`. */
      unit?: string;
      /** @description Its atomic number. */
      atomic_number?: number;
      /** @description Grams per mole. */
      mass?: number;
      /** @description Whether `value` is rounded. */
      approximate: boolean;
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description What was asked for. */
      value: string;
      /** @description `value` as a number. Only whole numbers of which a 64-bit floating-point number would lose digits have none. */
      number?: number;
    };
    /** @description Of type `reference`: `thumbs up emoji`. */
    EmojiData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'emoji';
      /** @description The emoji. */
      emoji: string;
      /** @description Its English name. */
      name: string;
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description The emoji of a name, or the name of an emoji. */
      value: string;
    };
    /** @description Of type `encode`: `base64 encode hello`. */
    EncodeData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'encode';
      /** @description The code: base64, base32, url, html, rot13, morse, punycode, braille, binary, hex … */
      op: string;
      /** @description The text to encode or decode. */
      input: string;
      /** @description `value` as a number. Only whole numbers of which a 64-bit floating-point number would lose digits have none. */
      number?: number;
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description The result. */
      value: string;
    };
    EngineOutcome: {
      /** @description `engine_a`, `engine_b` or `engine_c`. */
      engine: string;
      /** @description Display name. */
      label: string;
      /**
       * @description As in `Server-Timing`.
       * @enum {string}
       */
      outcome:
        | 'ok'
        | 'cached'
        | 'skipped'
        | 'timeout'
        | 'rate_limited'
        | 'suspended'
        | 'budget'
        | 'overloaded'
        | 'error';
      /** @description Milliseconds that this request waited for the engine. */
      ms: number;
      /** @description Seconds to wait before asking the engine again; null if unknown. */
      retry_after_s: number | null;
    };
    EnginePause: {
      /** @example engine_a */
      slug: string;
      name: string;
      paused: boolean;
      /** @description The administrator's own words, or empty. */
      reason: string;
      /** @description When the pause ends, ISO 8601. Empty if it does not end by itself, or is none. */
      until: string;
    };
    EngineTest: {
      /** @example engine_a */
      slug: string;
      name: string;
      /** @enum {string} */
      outcome:
        | 'ok'
        | 'timeout'
        | 'rate_limited'
        | 'refused'
        | 'rejected'
        | 'upstream'
        | 'suspended'
        | 'expired'
        | 'skipped'
        | 'overloaded'
        | 'internal';
      /** @description Milliseconds until the answer, with the wait in the queue. */
      ms: number;
      /** @description The number of results; null if it failed, or if its answers are no lists. */
      results: number | null;
      /** @description What went wrong, or empty. */
      error: string;
    };
    ExtractedPage: {
      /** @description The URL as requested. */
      url: string;
      /** @description The URL after redirects. */
      final_url: string;
      title: string;
      description: string;
      author: string;
      /** @description An ISO date, or date and time; empty if the page has none. */
      published: string;
      lang: string;
      site: string;
      content: string;
      content_type: string;
      words: number;
      /** @description Whether `content` is cut off, or the page was too large to read to its end. */
      truncated: boolean;
      cached: boolean;
      /** @description Why `content` is only a part of the text: `paywall`; `uncertain` if no article was found on a page that says that it is one, and `content` is all of its sections; empty if it is neither. */
      partial: string;
      /** @description Only with `detail=full`: as what the page was read: `article`, `documentation`, `product`, `collection` (things with prices), `listing` (of other pages), `forum`, or `service`, which is a page of sections that is nothing else; empty for other types than HTML and for whole pages. */
      kind?: string;
      /** @description Only with `detail=full`: whether everybody may read the page; null if it does not say. */
      accessible_for_free?: boolean | null;
      /** @description Only with `detail=full`: what was left out because nobody sees it. Elements with text by `hidden`, `aria_hidden`, `display`, `visibility`, `opacity`, `font_size`, `off_screen`, `clip`, `zero_size` and `color`; characters by `tag_characters`, `zero_width` and `bidirectional`. Ways with none are absent. */
      hidden_removed?: {
        [key: string]: number;
      };
      /** @description Only with `detail=full`: what the site says the page may be used for, in its own words: `content_signal` and `content_usage` from its headers or robots.txt, `robots_tag` from `X-Robots-Tag`. Absent fields: nothing. */
      usage?: {
        content_signal?: {
          [key: string]: string;
        };
        content_usage?: {
          [key: string]: string;
        };
        robots_tag?: string[];
      };
      /** @description Only with `render`: whether a browser has rendered the page. */
      rendered?: boolean;
      /** @description Only with `render`: the milliseconds that took; 0 if it was not rendered. */
      render_ms?: number;
      /** @description Only with `screenshot`: a PNG as a `data:` address. */
      screenshot?: string;
      /** @description Only with `screenshot`: whether the page goes on below it. */
      screenshot_cut?: boolean;
      links?: {
        url: string;
        text: string;
      }[];
      images?: {
        url: string;
        alt: string;
      }[];
      chunks?: {
        /** @description The headings above the passage. */
        heading: string;
        text: string;
        /** @description How well the passage matches the query (BM25). Compare scores within one page only. */
        score: number;
      }[];
    };
    FieldProblems: {
      [key: string]: string[];
    };
    /** @description Of type `finance`: `20% tip on $50`, `loan 200000 at 4% for 30 years`, `compound interest on 1000 at 5% for 10 years`, `5% interest on 1000`, `what is 120 without 20% vat`, `30% off $80`, `45 out of 60 as a percentage`, `$25 an hour per year`. */
    FinanceData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'tip' | 'loan' | 'compound' | 'simple' | 'tax' | 'discount' | 'percent' | 'salary';
      /** @description The inputs: amount, rate (in per cent), years … */
      inputs: {
        [key: string]: number;
      };
      /** @description Other results: total, interest, share per person … */
      breakdown: {
        [key: string]: number;
      };
      /** @description Whether `value` is rounded. */
      approximate: boolean;
      /** @description ISO code, if the query names a currency. */
      currency?: string;
      /**
       * @description Unit of a percentage.
       * @constant
       */
      unit?: '%';
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description The result: the tip, the monthly payment, the amount with interest, the requested tax or amount with or without tax, the price after the discount, the share of a bill, or the percentage. */
      value: string;
      /** @description `value` as a number. Only whole numbers of which a 64-bit floating-point number would lose digits have none. */
      number?: number;
    };
    FoundBy: {
      /** @description `engine_a`, `engine_b` or `engine_c`. */
      engine: string;
      /** @description Display name. */
      label: string;
      /** @description Rank in the engine's own list, from 1. */
      rank: number;
      /** @description The engine's share of the score, 0 to 1. */
      share: number;
    };
    FreshKey: {
      name: string;
      /** @example trib_1a2B3c4D */
      prefix: string;
      /** @description The account that it belongs to. */
      username: string;
      /** @description The account that made it, or empty. */
      made_by: string;
      /** @description ISO 8601, or empty. */
      created_at: string;
      /** @description ISO 8601, or empty. */
      last_used_at: string;
      /** @description The network of its last use, or empty. */
      last_address: string;
      /** @description The program of its last use, or empty. */
      last_program: string;
      /** @description ISO 8601, or empty. */
      expires_at: string;
      /** @description When its secret was last replaced, ISO 8601, or empty. */
      rotated_at: string;
      /** @description Until when the secret before works, ISO 8601, or empty. */
      old_until: string;
      revoked: boolean;
      /** @description ISO 8601, or empty. */
      revoked_at: string;
      disabled: boolean;
      /** @enum {string} */
      state: 'active' | 'disabled' | 'expired' | 'revoked';
      /** @description What it may do; empty for everything but `manage`. */
      scopes: ('search' | 'read' | 'answers' | 'maps' | 'translate' | 'status' | 'manage')[];
      /** @description The networks that it may be used from; empty for all. */
      addresses: string[];
      /** @description The engines that it may use; empty for all. */
      engines: ('engine_a' | 'engine_b' | 'engine_c')[];
      labels: {
        [key: string]: string;
      };
      note: string;
      limits: components['schemas']['OwnLimits'];
      /** @description The key itself. It is not stored and cannot be shown again. */
      key: string;
    };
    /** @description Of type `holiday`: `is today a public holiday in Germany`, `next public holiday in France`, `public holidays Germany 2027`. */
    HolidayData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'is_holiday' | 'next_holiday' | 'holidays';
      /** @description The country, in English. */
      country: string;
      /** @description Its code (ISO 3166-1). */
      country_code: string;
      /** @description The region that the query names. */
      region?: string;
      /** @description The day, or the year, that is asked about; of `next_holiday`, the next holiday. */
      date?: string;
      /** @description The holidays that the question is about, also those that only some regions keep. */
      holidays: {
        /** @description ISO date. */
        date: string;
        /** @description Name in English. */
        name: string;
        /** @description Name in the requested language, or else in English. */
        label: string;
        /** @description The regions that keep it; empty if all of them do. */
        regions: string[];
      }[];
      /** @description The dates of the holidays that all regions keep. */
      values?: string[];
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description The date of the next holiday; the dates of a year; whether the day is a holiday everywhere in the country or region. */
      value: string;
    };
    /** @description Of type `reference`: `http 404`. */
    HttpStatusData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'http_status';
      /** @description The status. */
      code: number;
      /** @description What it means. */
      meaning: string;
      /** @description `value` as a number. Only whole numbers of which a 64-bit floating-point number would lose digits have none. */
      number?: number;
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description The name of the status, such as Not Found; the code if the query gives the name. */
      value: string;
    };
    /** @description Of type `hash`: `identify hash 5d41402abc4b2a76b9719d911017c592`. */
    IdentifyData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'identify';
      /** @description Length of the digest. */
      bits: number;
      /** @description Algorithms with digests of this length, most likely first. */
      algorithms: string[];
      /** @description Same as `algorithms`. */
      values: string[];
      /** @description The digest to identify. */
      input: string;
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description The most likely algorithm. */
      value: string;
    };
    ImageResult: {
      title: string;
      /** @description URL of the page that contains the image. */
      url: string;
      /** @description Host of the page. */
      source: string;
      thumbnail: string;
      /** @description Only with `detail=full`: the engines that found the result. */
      engines?: components['schemas']['FoundBy'][];
      /** @description Only with `detail=full`: 0 to 1, where 1 means ranked first by every engine that answered. */
      score?: number;
      /** @description Only with `detail=full`: URL of the full-size image, or empty. */
      image_url?: string;
      /** @description Only with `detail=full`: width of the full-size image in pixels, or 0. */
      width?: number;
      /** @description Only with `detail=full`: height of the full-size image in pixels, or 0. */
      height?: number;
      /** @description Only with `detail=full`: licence and creator, or empty. */
      license?: string;
    };
    Infobox: {
      title: string;
      /** @description The kind of topic. */
      subtitle: string;
      description: string;
      /** @description Source of the text. */
      url: string;
      /** @description Official website. */
      website: string;
      image: string;
      attributes: {
        label: string;
        value: string;
      }[];
      links: components['schemas']['Link'][];
      /** @description Author or source of the text, if the engine names it. */
      attribution: string;
      /** @enum {string} */
      engine: 'engine_a' | 'engine_b' | 'engine_c';
    };
    /** @description Of type `subnet`: `is 10.1.2.3 in 10.0.0.0/8`. */
    IpAddressData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'ip_address';
      /**
       * @description The address asked about, or that a number is.
       * @example 10.1.2.3
       */
      address: string;
      /**
       * @description The network that may contain it; empty if none is named.
       * @example 10.0.0.0/8
       */
      network: string;
      /**
       * @description What such addresses are for: `private`, `loopback`, `unicast` (public) …
       * @example private
       */
      range: string;
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description `value` as a number. Only whole numbers of which a 64-bit floating-point number would lose digits have none. */
      number?: number;
      /** @description True or false, or the address in the notation asked for. */
      value: string;
    };
    /** @description Of type `ip`: `my ip`. */
    IpData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'ip';
      /** @description The address, in its shortest form. */
      ip: string;
      /** @description Scope of the address: public, private, loopback, link_local, multicast, carrier_nat, documentation, reserved … */
      scope: string;
      /** @description Domain name of the PTR record. */
      reverse: string;
      /**
       * @description 4 or 6
       * @enum {string}
       */
      version: '4' | '6';
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description Same as `ip`. */
      value: string;
    };
    /** @description Of type `json`: `json {"a":[1,2]}`. */
    JsonData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'json';
      /** @description Whether the input is valid JSON. */
      valid: boolean;
      /** @description The first syntax error. */
      error?: {
        /** @description Line number, starting at 1. */
        line: number;
        /** @description Column in characters, starting at 1. */
        column: number;
        /** @description What was expected, and what was found. */
        message: string;
      };
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description The formatted JSON, or the message of the error. */
      value: string;
    };
    /** @description Of type `jwt`: `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEiLCJleHAiOjE5MDAwMDAwMDB9.nHcQWn2ZsFXYw9bCkUhOlPKSjAeLXXBKWB3fuS0gQXc`. */
    JwtData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'jwt';
      /** @description The algorithm of the signature, as the token says. */
      algorithm: string;
      /** @description The header as it was signed, laid out in lines. */
      header: string;
      /** @description The claims as they were signed, laid out in lines. The signature is not checked. */
      payload: string;
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description When it was issued, as it says (ISO 8601). */
      issued_at?: string;
      /** @description When it ends, as it says (ISO 8601). */
      expires_at?: string;
      /** @description Whether it has ended. */
      is_expired?: boolean;
      /** @description The claims, like `payload`. */
      value: string;
    };
    Language: {
      code: string;
      name: string;
    };
    Link: {
      title: string;
      url: string;
    };
    LoggedRequest: {
      /** @description The `X-Request-Id` of its reply. */
      id: string;
      /** @description When it ended, ISO 8601. */
      at: string;
      /** @description How long it took. */
      ms: number;
      /** @description Empty if nobody was admitted. */
      account: string;
      /** @description The public part of the key; empty for a person on a page. */
      prefix: string;
      /** @description The labels of the key at that time. */
      labels: {
        [key: string]: string;
      };
      /**
       * @description An endpoint, the path of a dialect, a tool or a page.
       * @example mcp/web_search
       */
      endpoint: string;
      /** @description The status of the reply; 499 if the client left. Of a tool that failed, that of its endpoint. */
      status: number;
      /** @description Why it was refused or failed, or empty. */
      reason: string;
      /** @description The searches that it was counted as, after refunds. */
      cost: number;
      /** @description Whether all of its answers came from a cache. */
      cached: boolean;
      engines: {
        /** @example engine_a */
        engine: string;
        /**
         * @description As in `Server-Timing`.
         * @example ok
         */
        outcome: string;
        /** @description Null if it was not called. */
        ms: number | null;
      }[];
      /** @description The id of its trace, or empty. */
      trace_id: string;
      /** @description The first product of its `User-Agent`, or empty. */
      program: string;
      /** @description One in so many requests of the account was kept at that time. */
      one_of: number;
    };
    ManagedAccount: {
      username: string;
      /** @enum {string} */
      kind: 'person' | 'team';
      admin: boolean;
      disabled: boolean;
      /** @description Whether it can sign in. */
      has_password: boolean;
      /** @description ISO 8601. */
      created_at: string;
      /** @description The limits of all of its keys together. */
      limits: components['schemas']['OwnLimits'];
    };
    ManagedBudget: {
      /** @example engine_a */
      slug: string;
      name: string;
      day: components['schemas']['BudgetPeriod'];
      month: components['schemas']['BudgetPeriod'];
      /** @example EUR */
      currency: string;
    };
    ManagedEngine: {
      /** @example engine_a */
      slug: string;
      name: string;
      /** @example web */
      group: string;
      /** @enum {string} */
      state: 'up' | 'down' | 'unknown';
      /** @description ISO 8601, or empty. */
      checked_at: string;
      /** @description ISO 8601, or empty. */
      last_ok_at: string;
      last_error: string;
      /** @description When calls resume, ISO 8601. Empty if calls are not paused. */
      paused_until: string;
      /** @description The setting of this instance that limits it, or empty. */
      note: string;
    };
    ManagedKey: {
      name: string;
      /** @example trib_1a2B3c4D */
      prefix: string;
      /** @description The account that it belongs to. */
      username: string;
      /** @description The account that made it, or empty. */
      made_by: string;
      /** @description ISO 8601, or empty. */
      created_at: string;
      /** @description ISO 8601, or empty. */
      last_used_at: string;
      /** @description The network of its last use, or empty. */
      last_address: string;
      /** @description The program of its last use, or empty. */
      last_program: string;
      /** @description ISO 8601, or empty. */
      expires_at: string;
      /** @description When its secret was last replaced, ISO 8601, or empty. */
      rotated_at: string;
      /** @description Until when the secret before works, ISO 8601, or empty. */
      old_until: string;
      revoked: boolean;
      /** @description ISO 8601, or empty. */
      revoked_at: string;
      disabled: boolean;
      /** @enum {string} */
      state: 'active' | 'disabled' | 'expired' | 'revoked';
      /** @description What it may do; empty for everything but `manage`. */
      scopes: ('search' | 'read' | 'answers' | 'maps' | 'translate' | 'status' | 'manage')[];
      /** @description The networks that it may be used from; empty for all. */
      addresses: string[];
      /** @description The engines that it may use; empty for all. */
      engines: ('engine_a' | 'engine_b' | 'engine_c')[];
      labels: {
        [key: string]: string;
      };
      note: string;
      limits: components['schemas']['OwnLimits'];
    };
    ManagedTeam: {
      username: string;
      /** @enum {string} */
      kind: 'person' | 'team';
      admin: boolean;
      disabled: boolean;
      /** @description Whether it can sign in. */
      has_password: boolean;
      /** @description ISO 8601. */
      created_at: string;
      /** @description The limits of all of its keys together. */
      limits: components['schemas']['OwnLimits'];
      members: components['schemas']['TeamMember'][];
    };
    ManagedUsage: {
      username: string;
      /** @description The key; empty for all keys of the account, and its owner on the pages. */
      prefix: string;
      /** @example 2026-11 */
      month: string;
      searches: number;
      /** @description Searches by day and endpoint. */
      days: {
        [key: string]: {
          [key: string]: number;
        };
      };
    };
    /** @description Of type `math`: `2 * (3 + 4)`. */
    MathData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'math';
      /** @description The calculation as understood, with brackets. */
      expression: string;
      /** @description Whether `value` is rounded. */
      approximate: boolean;
      /**
       * @description Unit of a result requested as a percentage.
       * @constant
       */
      unit?: '%';
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description The result, with all digits of a whole number, and all decimals if they terminate. */
      value: string;
      /** @description `value` as a number. Only whole numbers of which a 64-bit floating-point number would lose digits have none. */
      number?: number;
    };
    /** @description Of type `reference`: `mime type of png`. */
    MimeData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'mime';
      /** @description The file extension, without a dot. */
      extension: string;
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description The media type of an extension, or the extension of a media type. */
      value: string;
    };
    NewsResult: {
      title: string;
      url: string;
      description: string;
      /** @description Relative age in the requested language, or empty. */
      age: string;
      /** @description Publisher, or the host if unknown. */
      source: string;
      hostname: string;
      thumbnail: string;
      /** @description Only with `detail=full`: the engines that found the result. */
      engines?: components['schemas']['FoundBy'][];
      /** @description Only with `detail=full`: 0 to 1, where 1 means ranked first by every engine that answered. */
      score?: number;
      /** @description Only with `detail=full`: publication date, ISO 8601, or empty. */
      published?: string;
    };
    /** @description Of type `number`: `1994 in roman numerals`, `42 in words`, `prime factors of 360`, `is 97 prime`, `gcd of 12 and 18`, `lcm of 4 and 6`, `10th fibonacci number`, `factorial of 20`, `42 as an ordinal`, `5 permute 2`, `10 choose 3`. */
    NumberData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind:
        | 'roman'
        | 'words'
        | 'factors'
        | 'prime'
        | 'gcd'
        | 'lcm'
        | 'fibonacci'
        | 'factorial'
        | 'ordinal'
        | 'permutations'
        | 'combinations';
      /** @description The number or numbers in the query. */
      input: string;
      /** @description The individual results, if the result is a list. */
      values?: string[];
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description The result: a number as a string, exact at any length; true or false for a yes-or-no question. */
      value: string;
      /** @description `value` as a number. Only whole numbers of which a 64-bit floating-point number would lose digits have none. */
      number?: number;
    };
    OwnLimits: {
      /**
       * @description Such as `10/min`, or `off`. Null inherits.
       * @example 10/min
       */
      burst: string | null;
      /**
       * @description Such as `10/min`, or `off`. Null inherits.
       * @example 10/min
       */
      sustained: string | null;
      /** @description Searches a month, or `off`. Null inherits. */
      monthly: (number | 'off') | null;
      /** @description Requests at a time. Null for any number. */
      max_parallel: number | null;
    };
    Place: {
      name: string;
      display_name: string;
      lat: number;
      lon: number;
      category: string;
      type: string;
      addresstype: string;
      importance: number;
      /** @description Map for an iframe. */
      embed_url: string;
      /** @description Close-up map for an iframe. */
      mini_embed_url: string;
      osm_url: string;
      directions_url: string;
      /** @example geo:48.8584,2.2945 */
      geo_uri: string;
    };
    /** @description Of type `reference`: `port 443`. */
    PortData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'port';
      /** @description The first port. */
      port: number;
      /** @description tcp, udp or tcp/udp */
      protocol: string;
      /** @description The name of the service. */
      service: string;
      /** @description The ports of a service that has several. */
      values?: string[];
      /** @description `value` as a number. Only whole numbers of which a 64-bit floating-point number would lose digits have none. */
      number?: number;
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description The service of a port, or the ports of a service, separated by commas. */
      value: string;
    };
    Problem: {
      detail: string;
    };
    ProviderStatus: {
      /** @example engine_a */
      slug: string;
      name: string;
      /** @example web */
      group: string;
      /**
       * @description How the state is determined: from real searches (`query`), or from health checks as well (`probe`).
       * @enum {string}
       */
      monitor: 'query' | 'probe';
      /** @enum {string} */
      state: 'up' | 'down' | 'unknown';
      /** @description ISO 8601, or empty. */
      checked_at: string;
      /** @description ISO 8601, or empty. */
      last_ok_at: string;
      last_error: string;
      /** @constant */
      source: '';
      /** @description Only with `detail=full`: when calls resume, ISO 8601, after the provider failed or reached its limit. Empty if calls are not paused. */
      open_until?: string;
      /** @description Only with `detail=full`: the setting of this instance that limits the provider. Absent if none does. */
      note?: string;
      /** @description Only with `detail=full`: what was spent at the provider. Absent if it has no budget. */
      budget?: components['schemas']['Budget'];
      /** @description Only with `detail=full`: why an administrator has paused the provider. Absent if nobody has. */
      pause?: {
        /** @description The administrator's own words, or empty. */
        reason: string;
        /** @description ISO 8601, or empty until an administrator resumes it. */
        until: string;
      };
    };
    /** @description Of type `qr`: `qr code https://example.org`. */
    QrData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'qr';
      /** @description Content of the code. */
      text: string;
      /** @description The code as an SVG document. */
      svg: string;
      /** @description Only with `detail=full`: the code as a PNG in a data URI. */
      png?: string;
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description Same as `text`. */
      value: string;
    };
    /** @description Of type `random`: `flip a coin`, `roll 2d6`, `random number 1 to 10`, `uuid`, `random password`, `random passphrase`, `random color`, `random string of 12 characters`, `pick one of tea, coffee`. */
    RandomData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'coin' | 'dice' | 'number' | 'uuid' | 'password' | 'passphrase' | 'colour' | 'string' | 'choice';
      /** @description Each draw. */
      values: (string | number)[];
      /** @description Sum of the dice, including the modifier. */
      total?: number;
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description The draw; several draws are joined into one string. */
      value: string;
      /** @description `value` as a number. Only whole numbers of which a 64-bit floating-point number would lose digits have none. */
      number?: number;
    };
    /** @description Of type `schedule`: `cron 0 5 * * 1`. */
    ScheduleData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'schedule';
      /** @description The five fields of the schedule. */
      expression: string;
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description What they mean, in English. */
      value: string;
    };
    Sitelink: {
      title: string;
      url: string;
    };
    /** @description Of type `sky`: `moon phase`, `next full moon`, `next new moon`, `spring equinox 2027`, `summer solstice 2027`, `autumn equinox 2027`, `winter solstice 2027`, `next solstice`, `next equinox`. */
    SkyData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind:
        | 'moon_phase'
        | 'full_moon'
        | 'new_moon'
        | 'spring'
        | 'summer'
        | 'autumn'
        | 'winter'
        | 'solstice'
        | 'equinox';
      /** @description The moment, as ISO 8601 in UTC. */
      date?: string;
      /** @description The phase of the moon, in English. */
      phase?: string;
      /**
       * @description Time zone of the answer line.
       * @example Europe/Berlin
       */
      tz?: string;
      /** @description How much of the moon is lit, in percent. */
      illumination?: number;
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description The moment, or the phase of the moon. */
      value: string;
    };
    Standing: {
      limit: number;
      remaining: number;
      /** @description Seconds until the next request is allowed; 0 if it is allowed now. */
      reset: number;
      /** @description Requests that all limits leave now, also those of the account. */
      left: number;
      /**
       * @description Whose limit leaves the fewest requests.
       * @enum {string}
       */
      binds: 'key' | 'account' | 'instance';
    };
    /** @description Of type `stats`: `average of 1, 2, 3`. */
    StatsData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'stats';
      /** @description mean, median, mode, sum, product, min, max, range, stddev, variance, rms, sort, percent change … */
      fn: string;
      /** @description The input numbers. */
      inputs: number[];
      /** @description The result, if it is a list. */
      values?: number[];
      /**
       * @description Unit of a percentage.
       * @constant
       */
      unit?: '%';
      /** @description Whether `value` is rounded. */
      approximate: boolean;
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description The result; a list is joined into one string. */
      value: string;
      /** @description `value` as a number. Only whole numbers of which a 64-bit floating-point number would lose digits have none. */
      number?: number;
    };
    /** @description Of type `subnet`: `10.0.0.0/24`. */
    SubnetData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'subnet';
      /** @description First address of the network; null if the query is only about a mask. */
      network: string | null;
      /** @description First host address; null without a network. */
      first: string | null;
      /** @description Last host address; null without a network. */
      last: string | null;
      /** @description Broadcast address; null for IPv6, /31, /32, and without a network. */
      broadcast: string | null;
      /** @description The prefix as a mask. */
      netmask: string;
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description Prefix length, such as 24 for /24. */
      prefix: number;
      /** @description `value` as a number. Only whole numbers of which a 64-bit floating-point number would lose digits have none. */
      number?: number;
      /** @description Number of host addresses; a string if a number would not be exact. */
      hosts: number | string;
      /** @description The network as address/prefix, the mask of a prefix, the prefix of a mask, or the requested property, such as the broadcast address. */
      value: string;
    };
    /** @description Of type `sun`: `sunset in Paris`. */
    SunData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'sun';
      /**
       * @description Requested place.
       * @example Paris, France
       */
      place: string;
      /** @description IANA time zone of the place. */
      tz: string;
      /** @description ISO date. */
      date: string;
      /**
       * @description Hours and minutes.
       * @example 16:09
       */
      day_length: string;
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description Local time; null if the sun does not rise that day. */
      sunrise: string | null;
      /** @description Local time; null if the sun does not set that day. */
      sunset: string | null;
      /** @description Latitude of the place. */
      lat: number;
      /** @description Longitude of the place. */
      lon: number;
      /** @description Other places of this name, the likeliest first: at most three. */
      alternatives?: string[];
      /**
       * @description Whether `value` is rounded.
       * @constant
       */
      approximate: true;
      /** @description The requested value: sunrise, sunset or the length of the day; `polar day` or `polar night` if the sun does not rise or set that day. */
      value: string;
    };
    TeamMember: {
      username: string;
      /**
       * @description Owners also change members.
       * @enum {string}
       */
      role: 'member' | 'owner';
    };
    /** @description Of type `text`: `uppercase hello`. */
    TextData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'text';
      /** @description Operation: length, words, upper, lower, title, reverse, nato, sort, palindrome, repeat, slug … */
      op: string;
      /** @description The original text. */
      input: string;
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description The resulting text; a number for counts; true or false for yes-or-no questions. */
      value: string;
      /** @description `value` as a number. Only whole numbers of which a 64-bit floating-point number would lose digits have none. */
      number?: number;
    };
    /** @description Of type `thesaurus`: `synonyms of happy`, `antonyms of hot`. */
    ThesaurusData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'synonyms' | 'antonyms';
      /** @description The word. */
      word: string;
      /** @description Words of this meaning, or of the opposite one, the likeliest first. */
      values: string[];
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description The likeliest of them. */
      value: string;
    };
    /** @description Of type `clock`: `3pm ET to London on 15 July`. */
    TimeConversionData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'time_conversion';
      /** @description The time to convert, or the current time. */
      from: {
        /**
         * @description 24-hour time.
         * @example 19:00
         */
        time: string;
        /** @description Source time zone. */
        tz: string;
        /** @description Place or zone as understood. */
        place: string;
        /** @description ISO date in the source zone. */
        date: string;
      };
      /** @description The same moment in the other zone. */
      to: {
        /**
         * @description 24-hour time.
         * @example 14:00
         */
        time: string;
        /** @description Target time zone. */
        tz: string;
        /** @description Place or zone as understood. */
        place: string;
        /**
         * @description Offset from UTC.
         * @example +00:00
         */
        offset: string;
        /** @description Days later than in the source zone; negative if earlier. */
        day_shift: number;
      };
      /**
       * @description Unit of a difference.
       * @constant
       */
      unit?: 'hours';
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description The time in the target zone, or the difference in hours. */
      value: string;
      /** @description `value` as a number. Only whole numbers of which a 64-bit floating-point number would lose digits have none. */
      number?: number;
    };
    /** @description Of type `clock`: `time in Tokyo and London`. */
    TimeData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'time';
      /** @description Other places of this name, the likeliest first: at most three. */
      alternatives?: string[];
      /**
       * @description Requested place or zone.
       * @example Kingston, Jamaica
       */
      place: string;
      /**
       * @description IANA time zone, or an offset from UTC.
       * @example America/Jamaica
       */
      tz: string;
      /** @description Local date and time, with the offset from UTC. */
      iso: string;
      /**
       * @description Offset from UTC.
       * @example -05:00
       */
      offset: string;
      /**
       * @description Abbreviation of the zone; empty if it has none.
       * @example EST
       */
      abbreviation: string;
      /** @description Further places of the query. */
      others?: {
        /**
         * @description Place or zone as understood.
         * @example London, United Kingdom
         */
        place: string;
        /**
         * @description IANA time zone, or an offset from UTC.
         * @example Europe/London
         */
        tz: string;
        /** @description Local date and time, with the offset from UTC. */
        iso: string;
      }[];
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description Local date and time; the zone if the query asks for it. */
      value: string;
    };
    /** @description Of type `translation`: `how do you say good morning in French`. */
    TranslationData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'translation';
      /** @description The text as typed. */
      text: string;
      /** @description Code of its language. */
      from: string;
      /** @description Code of the requested language. */
      to: string;
      /** @description The requested language, in English. */
      language: string;
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description The translation. */
      value: string;
      /** @description The service that answered. */
      source?: string;
    };
    /** @description Of type `reference`: `U+20AC`. */
    UnicodeData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'unicode';
      /** @description The character. */
      char: string;
      /** @description U+ and at least four hexadecimal digits. */
      code: string;
      /** @description The code as a decimal number. */
      decimal: number;
      /** @description Numeric HTML entity. */
      html: string;
      /** @description UTF-8 bytes in hexadecimal. */
      utf8: string;
      /** @description General category in words. */
      category: string;
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description The character of a code, or the code of a character. */
      value: string;
    };
    /** @description Of type `unit`: `10 km in miles`. */
    UnitData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'unit';
      /** @description The amount to convert, or the result of a calculation in its own units. */
      from: {
        /** @description A decimal number, exact if the definitions of the units are. */
        value: string;
        /** @description Symbol or name of the unit. */
        unit: string;
      };
      /** @description The amount in the requested unit. */
      to: {
        /** @description A decimal number, exact if the definitions of the units are. */
        value: string;
        /** @description Symbol or name of the unit. */
        unit: string;
      };
      /** @description Unit of `to`. */
      unit: string;
      /** @description What is measured: length, mass, temperature, data … */
      quantity: string;
      /** @description Whether `value` is rounded. */
      approximate: boolean;
      /** @description The amount of each unit, if the query asks for several. */
      parts?: {
        /** @description A whole number, except for the last. */
        value: string;
        /** @description Symbol or name of the unit. */
        unit: string;
      }[];
      /**
       * @description Which system's pint, gallon or ton it is.
       * @enum {string}
       */
      system?: 'us' | 'imperial';
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description Same as `to.value`; with several units, written out: 5 ft 10.87 in. */
      value: string;
      /** @description `value` as a number. Only whole numbers of which a 64-bit floating-point number would lose digits have none. */
      number?: number;
    };
    UnreadPage: {
      url: string;
      /** @description How many links lead to it from the start. */
      depth: number;
      reason: string;
    };
    UsageStatistics: {
      /** @enum {string} */
      period: '24h' | '7d' | '30d' | '12m';
      /** @enum {string} */
      step: 'hour' | 'day' | 'month';
      total: {
        requests: number;
        searches: number;
        /** @description Requests that failed. */
        errors: number;
        /** @description These by reason. */
        failures: {
          [key: string]: number;
        };
        /** @description Requests that were refused, by reason. */
        refusals: {
          [key: string]: number;
        };
        /** @description The share of the answers that came from the cache; null if none could. */
        cached_share: number | null;
        /** @description Half of the answers took at most this long, within 9%. */
        p50_ms: number | null;
        p95_ms: number | null;
        /** @description Calls to engines. A call that two requests share counts for both. */
        upstream_calls: number;
        /** @description What these calls cost at the prices of their time, by currency. */
        costs: {
          [key: string]: number;
        };
      };
      /** @description The period before, as far as this one has come; null for 12m, because it is not kept. */
      before: {
        requests: number;
        searches: number;
        /** @description Requests that failed. */
        errors: number;
        /** @description These by reason. */
        failures: {
          [key: string]: number;
        };
        /** @description Requests that were refused, by reason. */
        refusals: {
          [key: string]: number;
        };
        /** @description The share of the answers that came from the cache; null if none could. */
        cached_share: number | null;
        /** @description Half of the answers took at most this long, within 9%. */
        p50_ms: number | null;
        p95_ms: number | null;
        /** @description Calls to engines. A call that two requests share counts for both. */
        upstream_calls: number;
        /** @description What these calls cost at the prices of their time, by currency. */
        costs: {
          [key: string]: number;
        };
      } | null;
      /** @description Oldest first; the last one is still going on. */
      points: {
        /** @description Its start, ISO 8601. */
        at: string;
        requests: number;
        searches: number;
        /** @description Requests that failed. */
        errors: number;
        /** @description These by reason. */
        failures: {
          [key: string]: number;
        };
        /** @description Requests that were refused, by reason. */
        refusals: {
          [key: string]: number;
        };
        /** @description The share of the answers that came from the cache; null if none could. */
        cached_share: number | null;
        /** @description Half of the answers took at most this long, within 9%. */
        p50_ms: number | null;
        p95_ms: number | null;
        /** @description Calls to engines. A call that two requests share counts for both. */
        upstream_calls: number;
        /** @description What these calls cost at the prices of their time, by currency. */
        costs: {
          [key: string]: number;
        };
      }[];
      /** @description By what `by` says, the most used first. Empty with `key` or `label`. */
      items: {
        /** @description `*` is all that have no row of their own. */
        name: string;
        requests: number;
        searches: number;
        /** @description Requests that failed. */
        errors: number;
        /** @description These by reason. */
        failures: {
          [key: string]: number;
        };
        /** @description Requests that were refused, by reason. */
        refusals: {
          [key: string]: number;
        };
        /** @description The share of the answers that came from the cache; null if none could. */
        cached_share: number | null;
        /** @description Half of the answers took at most this long, within 9%. */
        p50_ms: number | null;
        p95_ms: number | null;
        /** @description Calls to engines. A call that two requests share counts for both. */
        upstream_calls: number;
        /** @description What these calls cost at the prices of their time, by currency. */
        costs: {
          [key: string]: number;
        };
      }[];
    };
    /** @description Of type `useragent`: `my user agent`. */
    UseragentData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'useragent';
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description The header as received; empty if there was none. */
      value: string;
    };
    VideoResult: {
      title: string;
      url: string;
      /** @description Relative age in the requested language, or empty. */
      age: string;
      /** @description Publisher or channel, or the host if unknown. */
      source: string;
      /** @description `4:13` or `1:02:03`, or empty. */
      duration: string;
      hostname: string;
      thumbnail: string;
      /** @description Only with `detail=full`: the engines that found the result. */
      engines?: components['schemas']['FoundBy'][];
      /** @description Only with `detail=full`: 0 to 1, where 1 means ranked first by every engine that answered. */
      score?: number;
      /** @description Only with `detail=full`: publication date, ISO 8601, or empty. */
      published?: string;
    };
    /** @description Of type `weather`: `weather in Paris`. */
    WeatherData: {
      /**
       * @description The kind of data, which determines the other fields. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      kind: 'weather';
      /**
       * @description Name of the place in the requested language, with the state that the query names; for a country or state, with its largest city.
       * @example Paris
       */
      place: string;
      /** @description State or province; may be empty. */
      region: string;
      /** @description Country of the place. */
      country: string;
      /** @description IANA time zone of the place. */
      tz: string;
      /** @description °C; °F if the query asks for it; %, km/h, mm, cm or UVI (UV index). */
      unit: string;
      /** @description Latitude of the forecast. */
      lat: number;
      /** @description Longitude of the forecast. */
      lon: number;
      /** @description Other places of this name, the likeliest first: at most three. */
      alternatives?: string[];
      /** @description Current weather. */
      current: {
        /** @description Degrees Celsius. */
        temp_c: number;
        /** @description Degrees Fahrenheit. */
        temp_f: number;
        /** @description WMO code of the condition; -1 if unknown. */
        code: number;
        /** @description Apparent temperature in degrees Celsius. */
        feels_c: number | null;
        /** @description Percent. */
        humidity: number | null;
        /** @description Kilometres per hour. */
        wind_kmh: number | null;
        /**
         * @description Weather in words.
         * @example partly cloudy
         */
        condition: string;
        /** @description Whether the sun is up. */
        is_day: boolean;
      };
      /** @description Today and the following days. */
      days: {
        /** @description Local ISO date. */
        date: string;
        /** @description Weather in words. */
        condition: string;
        /** @description Rain and snow in millimetres. */
        precipitation_mm: number | null;
        /** @description Highest chance of rain or snow in percent; null if unknown. */
        precipitation_chance: number | null;
        /** @description Highest UV index; null if unknown. */
        uv: number | null;
        /** @description Lowest temperature in degrees Celsius. */
        min_c: number | null;
        /** @description Highest temperature in degrees Celsius. */
        max_c: number | null;
        /** @description Fresh snow in centimetres; null if unknown. */
        snow_cm: number | null;
      }[];
      /** @description The next 24 hours; null if the service does not tell them. */
      hours:
        | {
            time: string;
            condition: string;
            precipitation_mm: number | null;
            precipitation_chance: number | null;
            uv: number | null;
            temp_c: number;
          }[]
        | null;
      /** @description The requested days, if the query asks about days other than today. */
      dates?: string[];
      /**
       * @description The requested measure.
       * @enum {string}
       */
      measure: 'temperature' | 'humidity' | 'wind' | 'rain' | 'snow' | 'uv';
      /** @description When the current weather was observed. */
      observed_at?: string;
      /** @description What the query asks for: the operation, the measure, or the kind of data. */
      asked: string;
      /** @description The requested measure in `unit`: now, or the highest of the requested days, or the lowest temperature of tonight. Of rain, it is the chance, or the amount if the chance is unknown. */
      value: string;
      /** @description `value` as a number. Only whole numbers of which a 64-bit floating-point number would lose digits have none. */
      number?: number;
      /** @description The service that answered. */
      source?: string;
    };
    WebResult: {
      title: string;
      /** @description URL as the engine sent it, without tracking parameters if the deployment removes them. */
      url: string;
      description: string;
      /** @description Host and path as breadcrumbs. */
      display_url: string;
      favicon_url: string;
      /** @description Relative age in the requested language, or empty. */
      age: string;
      /**
       * @description The engine that found the result, `both` if two did, or `all` if three did.
       * @enum {string}
       */
      source: 'engine_a' | 'engine_b' | 'engine_c' | 'both' | 'all';
      /** @description Display names of the engines that found the result. */
      source_label: string;
      sitelinks: components['schemas']['Sitelink'][];
      /** @description Only with `detail=full`: the engines that found the result. */
      engines?: components['schemas']['FoundBy'][];
      /** @description Only with `detail=full`: 0 to 1, where 1 means ranked first by every engine that answered. */
      score?: number;
      /** @description Only with `detail=full`: publication date, ISO 8601, or empty. */
      published?: string;
      /** @description Only with `extract`: the text of the page as Markdown, or empty. */
      content?: string;
      /** @description This and the fields below: only with `extract` and `detail=full`, as in `extract/`. */
      final_url?: string;
      author?: string;
      lang?: string;
      site?: string;
      content_type?: string;
      words?: number;
      /** @description Whether `content` is cut off, or the page was too large to read to its end. */
      truncated?: boolean;
      cached?: boolean;
      /** @description Why `content` is only a part of the text: `paywall`; `uncertain` if no article was found on a page that says that it is one, and `content` is all of its sections; empty if it is neither. */
      partial?: string;
      /** @description Only with `detail=full`: as what the page was read: `article`, `documentation`, `product`, `collection` (things with prices), `listing` (of other pages), `forum`, or `service`, which is a page of sections that is nothing else; empty for other types than HTML and for whole pages. */
      kind?: string;
      /** @description Only with `detail=full`: whether everybody may read the page; null if it does not say. */
      accessible_for_free?: boolean | null;
      /** @description Only with `detail=full`: what was left out because nobody sees it. Elements with text by `hidden`, `aria_hidden`, `display`, `visibility`, `opacity`, `font_size`, `off_screen`, `clip`, `zero_size` and `color`; characters by `tag_characters`, `zero_width` and `bidirectional`. Ways with none are absent. */
      hidden_removed?: {
        [key: string]: number;
      };
      /** @description Only with `detail=full`: what the site says the page may be used for, in its own words: `content_signal` and `content_usage` from its headers or robots.txt, `robots_tag` from `X-Robots-Tag`. Absent fields: nothing. */
      usage?: {
        content_signal?: {
          [key: string]: string;
        };
        content_usage?: {
          [key: string]: string;
        };
        robots_tag?: string[];
      };
    };
    WikipediaCard: {
      title: string;
      /** @description A short description of the topic. */
      description: string;
      /** @description The article's first sentences. */
      extract: string;
      url: string;
      thumbnail: string;
      /**
       * @description Language of the article.
       * @example en
       */
      lang: string;
      /** @example Q937 */
      wikidata_id: string;
      coordinates: {
        lat: number;
        lon: number;
      } | null;
      /** @description Licence of the text; must be shown with it. */
      license: string;
    };
  };
  responses: {
    /** @description Messages by parameter name. */
    BadRequest: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "q": [
         *         "This field is required."
         *       ]
         *     }
         */
        'application/json': components['schemas']['FieldProblems'];
      };
    };
    /** @description The key is missing, invalid, revoked or expired. */
    Unauthorized: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "detail": "Authentication credentials were not provided."
         *     }
         */
        'application/json': components['schemas']['Problem'];
      };
    };
    /** @description The account is disabled. */
    Forbidden: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "detail": "User account is disabled."
         *     }
         */
        'application/json': components['schemas']['Problem'];
      };
    };
    /** @description A limit was reached; `Retry-After` has the number of seconds to wait. */
    TooManyRequests: {
      headers: {
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "detail": "Request was throttled. Expected available in 12 seconds."
         *     }
         */
        'application/json': components['schemas']['Problem'];
      };
    };
    /** @description A service that this endpoint needs is unavailable or not configured. */
    ServiceUnavailable: {
      headers: {
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "detail": "No search engine answered."
         *     }
         */
        'application/json': components['schemas']['Problem'];
      };
    };
    /** @description Messages by parameter name, or a message about the body. */
    BadRequestBody: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "q": [
         *         "This field is required."
         *       ]
         *     }
         */
        'application/json': components['schemas']['FieldProblems'] | components['schemas']['Problem'];
      };
    };
    /** @description The body is too large. */
    ContentTooLarge: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "detail": "The request is too large."
         *     }
         */
        'application/json': components['schemas']['Problem'];
      };
    };
    /** @description The body is neither a form nor JSON. */
    UnsupportedMediaType: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "detail": "This content type is not supported."
         *     }
         */
        'application/json': components['schemas']['Problem'];
      };
    };
    /** @description The account has no such crawl. */
    CrawlNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "detail": "There is no such crawl of this account."
         *     }
         */
        'application/json': components['schemas']['Problem'];
      };
    };
    /** @description The key lacks the scope `manage`, or its account may not do this. */
    ManagementForbidden: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "detail": "This API key lacks the scope \"manage\"."
         *     }
         */
        'application/json': components['schemas']['Problem'];
      };
    };
    /** @description Something else is in the way; `detail` says what. */
    Conflict: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "detail": "There is a user \"ada\" already."
         *     }
         */
        'application/json': components['schemas']['Problem'];
      };
    };
    /** @description The `Idempotency-Key` was used for another request. */
    UnprocessableContent: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "detail": "This Idempotency-Key was used for another request."
         *     }
         */
        'application/json': components['schemas']['Problem'];
      };
    };
    /** @description There is no such thing, or none that the key manages. */
    NotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "detail": "There is no key trib_1a2B3c4D."
         *     }
         */
        'application/json': components['schemas']['Problem'];
      };
    };
    /** @description Somebody else has changed it since. */
    PreconditionFailed: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "detail": "Somebody else has changed this key meanwhile."
         *     }
         */
        'application/json': components['schemas']['Problem'];
      };
    };
  };
  parameters: never;
  requestBodies: never;
  headers: {
    /** @description The limits: number of requests (`q`) per window in seconds (`w`). */
    'RateLimit-Policy': string;
    /** @description Requests remaining (`r`), and seconds until more are available (`t`). */
    RateLimit: string;
    /** @description Seconds to wait. Absent if waiting does not help. */
    'Retry-After': number;
  };
  pathItems: never;
}
export interface operations {
  root: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Endpoint discovery. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "web": "https://search.example.org/api/v1/web/",
           *       "images": "https://search.example.org/api/v1/images/",
           *       "similar_images": "https://search.example.org/api/v1/images/similar/",
           *       "news": "https://search.example.org/api/v1/news/",
           *       "videos": "https://search.example.org/api/v1/videos/",
           *       "maps": "https://search.example.org/api/v1/maps/",
           *       "translate": "https://search.example.org/api/v1/translate/",
           *       "translate_languages": "https://search.example.org/api/v1/translate/languages/",
           *       "instant": "https://search.example.org/api/v1/instant/",
           *       "cards": "https://search.example.org/api/v1/cards/",
           *       "suggest": "https://search.example.org/api/v1/suggest/",
           *       "extract": "https://search.example.org/api/v1/extract/",
           *       "map": "https://search.example.org/api/v1/map/",
           *       "context": "https://search.example.org/api/v1/context/",
           *       "rerank": "https://search.example.org/api/v1/rerank/",
           *       "status": "https://search.example.org/api/v1/status/",
           *       "key": "https://search.example.org/api/v1/key/",
           *       "web_stream": "https://search.example.org/api/v1/web/stream/",
           *       "images_stream": "https://search.example.org/api/v1/images/stream/",
           *       "news_stream": "https://search.example.org/api/v1/news/stream/",
           *       "videos_stream": "https://search.example.org/api/v1/videos/stream/",
           *       "context_stream": "https://search.example.org/api/v1/context/stream/",
           *       "crawl": "https://search.example.org/api/v1/crawl/",
           *       "batch": "https://search.example.org/api/v1/batch/"
           *     }
           */
          'application/json': {
            [key: string]: string;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  web: {
    parameters: {
      query: {
        /**
         * @description The query.
         * @example node.js
         */
        q: string;
        /**
         * @description One or more of `engine_a`, `engine_b`, `engine_c`, separated by commas or spaces, or `all`.
         * @example engine_a,engine_b
         */
        engine?: string | string[];
        /**
         * @description Safe search: `on` or `off`.
         * @example on
         */
        safe?: '0' | '1' | 'on' | 'true' | 'yes' | 'off' | 'false' | 'no';
        /**
         * @description Language tag (BCP 47). Empty means automatic.
         * @example en
         */
        lang?: string;
        /**
         * @description Number of the results page.
         * @example 1
         */
        page?: number;
        /**
         * @description Only results from the last day, week, month or year.
         * @example y
         */
        date?: 'd' | 'w' | 'm' | 'y';
        /**
         * @description `full` adds each engine's outcome, and ranks, scores, and dates or image details to the results.
         * @example full
         */
        detail?: 'full';
        /**
         * @description Answers within this many milliseconds, with the results received by then. Cannot exceed the deployment's deadline. Late answers are cached for the next search.
         * @example 5000
         */
        deadline_ms?: number;
        /**
         * @description Answers as soon as this many engines have answered. The rest get the outcome `timeout`, and their answers are cached for the next search.
         * @example 1
         */
        min_engines?: number;
        /**
         * @description Only results from these sites and their subdomains: host names, separated by commas, or as a repeated parameter.
         * @example nodejs.org
         */
        site?: string | string[];
        /**
         * @description No results from these sites and their subdomains.
         * @example example.com,example.org
         */
        exclude_site?: string | string[];
        /**
         * @description Country to search from (ISO 3166). Engines prefer pages from this country.
         * @example DE
         */
        country?: string;
        /**
         * @description Results per page. The list is kept for two minutes, so no result appears on two pages. Without `limit`, a page has all results of the engines' own pages.
         * @example 10
         */
        limit?: number;
        /**
         * @description Rules for sites, one instruction a line: `$boost=3,site=example.com`, `$downrank`, `$discard`, `$pin`, a pattern such as `|https://example.com/docs/`, or `$discard` alone to keep only what other lines match. At most 4,096 bytes. Applied to the merged list.
         * @example $boost=3,site=nodejs.org
         */
        rules?: string;
        /**
         * @description `1` returns an error when no engine answers. By default, the reply is then a cached list that is at most a day old, with the headers `Warning` and `Age`.
         * @example 1
         */
        fresh?: '1';
        /**
         * @description Only results from this day (UTC) or later, such as `2026-01-31`.
         * @example 2026-01-01
         */
        from?: string;
        /**
         * @description Only results from this day (UTC) or earlier, such as `2026-12-31`.
         * @example 2026-12-31
         */
        to?: string;
        /**
         * @description Reads the first N results' pages, and adds the `content` of each. The engines then get half of the request's time; the pages get the rest. Adds one search to your usage per five pages fetched.
         * @example 1
         */
        extract?: number;
        /**
         * @description `on` orders the results of each page of the engines anew, by title and description: by words, or by the model of this deployment (`RERANK_URL`). `Server-Timing` says if the model failed and the words decide.
         * @example off
         */
        rerank?: 'on' | 'off';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Web search. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "query": "golden retriever",
           *       "tab": "web",
           *       "page": 1,
           *       "engine": [
           *         "engine_a",
           *         "engine_b"
           *       ],
           *       "correction": "",
           *       "results": [
           *         {
           *           "title": "Golden Retriever - Wikipedia",
           *           "url": "https://en.wikipedia.org/wiki/Golden_Retriever",
           *           "description": "The Golden Retriever is a Scottish breed of retriever dog of medium size.",
           *           "display_url": "en.wikipedia.org › wiki › Golden_Retriever",
           *           "favicon_url": "https://en.wikipedia.org/favicon.ico",
           *           "age": "2 days ago",
           *           "source": "both",
           *           "source_label": "Brave, Mojeek",
           *           "sitelinks": [
           *             {
           *               "title": "History",
           *               "url": "https://en.wikipedia.org/wiki/Golden_Retriever#History"
           *             }
           *           ]
           *         }
           *       ]
           *     }
           */
          'application/json': {
            query: string;
            /** @enum {string} */
            tab: 'web';
            page: number;
            /** @description The engines that answered. */
            engine: ('engine_a' | 'engine_b' | 'engine_c')[];
            /** @description Only with `detail=full`: every engine that was asked, with its outcome. */
            engines?: components['schemas']['EngineOutcome'][];
            /** @description Only with `detail=full`: request parameters that this endpoint does not have; absent if there are none. */
            ignored?: string[];
            /** @description Only with `detail=full`: the age in seconds of outdated results; absent if an engine answered. */
            stale_s?: number;
            /** @description Only with `limit` and `detail=full`: whether there may be a next page. */
            has_more?: boolean;
            /** @description Only with `limit` and `detail=full`: URL of the next page, or null. */
            next?: string | null;
            /** @description Only with `detail=full`: how many results rules for sites have hidden in the list so far; absent if no rules apply. */
            hidden?: number;
            /** @description Spelling correction that an engine suggested or applied, or empty. */
            correction: string;
            results: components['schemas']['WebResult'][];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  images: {
    parameters: {
      query: {
        /**
         * @description The query.
         * @example node.js
         */
        q: string;
        /**
         * @description One or more of `engine_a`, `engine_b`, `engine_c`, separated by commas or spaces, or `all`.
         * @example engine_a,engine_b
         */
        engine?: string | string[];
        /**
         * @description Safe search: `on` or `off`.
         * @example on
         */
        safe?: '0' | '1' | 'on' | 'true' | 'yes' | 'off' | 'false' | 'no';
        /**
         * @description Language tag (BCP 47). Empty means automatic.
         * @example en
         */
        lang?: string;
        /**
         * @description Number of the results page.
         * @example 1
         */
        page?: number;
        /**
         * @description `full` adds each engine's outcome, and ranks, scores, and dates or image details to the results.
         * @example full
         */
        detail?: 'full';
        /**
         * @description Answers within this many milliseconds, with the results received by then. Cannot exceed the deployment's deadline. Late answers are cached for the next search.
         * @example 5000
         */
        deadline_ms?: number;
        /**
         * @description Answers as soon as this many engines have answered. The rest get the outcome `timeout`, and their answers are cached for the next search.
         * @example 1
         */
        min_engines?: number;
        /**
         * @description Only results from these sites and their subdomains: host names, separated by commas, or as a repeated parameter.
         * @example nodejs.org
         */
        site?: string | string[];
        /**
         * @description No results from these sites and their subdomains.
         * @example example.com,example.org
         */
        exclude_site?: string | string[];
        /**
         * @description Country to search from (ISO 3166). Engines prefer pages from this country.
         * @example DE
         */
        country?: string;
        /**
         * @description Results per page. The list is kept for two minutes, so no result appears on two pages. Without `limit`, a page has all results of the engines' own pages.
         * @example 10
         */
        limit?: number;
        /**
         * @description Rules for sites, one instruction a line: `$boost=3,site=example.com`, `$downrank`, `$discard`, `$pin`, a pattern such as `|https://example.com/docs/`, or `$discard` alone to keep only what other lines match. At most 4,096 bytes. Applied to the merged list.
         * @example $boost=3,site=nodejs.org
         */
        rules?: string;
        /**
         * @description `1` returns an error when no engine answers. By default, the reply is then a cached list that is at most a day old, with the headers `Warning` and `Age`.
         * @example 1
         */
        fresh?: '1';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Image search. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "query": "golden retriever",
           *       "tab": "images",
           *       "page": 1,
           *       "engine": [
           *         "engine_a",
           *         "engine_b"
           *       ],
           *       "results": [
           *         {
           *           "title": "Golden Retriever standing on grass",
           *           "url": "https://commons.wikimedia.org/wiki/File:Golden_Retriever.jpg",
           *           "source": "commons.wikimedia.org",
           *           "thumbnail": "https://upload.wikimedia.org/wikipedia/commons/thumb/a/aa/G.jpg/270px-G.jpg"
           *         }
           *       ]
           *     }
           */
          'application/json': {
            query: string;
            /** @enum {string} */
            tab: 'images';
            page: number;
            /** @description The engines that answered. */
            engine: ('engine_a' | 'engine_b' | 'engine_c')[];
            /** @description Only with `detail=full`: every engine that was asked, with its outcome. */
            engines?: components['schemas']['EngineOutcome'][];
            /** @description Only with `detail=full`: request parameters that this endpoint does not have; absent if there are none. */
            ignored?: string[];
            /** @description Only with `detail=full`: the age in seconds of outdated results; absent if an engine answered. */
            stale_s?: number;
            /** @description Only with `limit` and `detail=full`: whether there may be a next page. */
            has_more?: boolean;
            /** @description Only with `limit` and `detail=full`: URL of the next page, or null. */
            next?: string | null;
            /** @description Only with `detail=full`: how many results rules for sites have hidden in the list so far; absent if no rules apply. */
            hidden?: number;
            results: components['schemas']['ImageResult'][];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  similar_images: {
    parameters: {
      query?: {
        /**
         * @description Caption of the image, used as the query.
         * @example Golden retriever - Dogs
         */
        q?: string;
        /** @description Fallback query, used when the caption has no words. */
        query?: string;
        /** @description URL of the image's page. Results with this URL are left out. */
        exclude_url?: string;
        /**
         * @description One or more of `engine_a`, `engine_b`, `engine_c`, separated by commas or spaces, or `all`.
         * @example engine_a,engine_b
         */
        engine?: string | string[];
        /**
         * @description Safe search: `on` or `off`.
         * @example on
         */
        safe?: '0' | '1' | 'on' | 'true' | 'yes' | 'off' | 'false' | 'no';
        /**
         * @description Language tag (BCP 47). Empty means automatic.
         * @example en
         */
        lang?: string;
        /**
         * @description `full` adds each engine's outcome, and ranks, scores, and dates or image details to the results.
         * @example full
         */
        detail?: 'full';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Similar images. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "query": "Golden retriever",
           *       "engine": [
           *         "engine_a"
           *       ],
           *       "results": [
           *         {
           *           "title": "Golden Retriever standing on grass",
           *           "url": "https://commons.wikimedia.org/wiki/File:Golden_Retriever.jpg",
           *           "source": "commons.wikimedia.org",
           *           "thumbnail": "https://upload.wikimedia.org/wikipedia/commons/thumb/a/aa/G.jpg/270px-G.jpg"
           *         }
           *       ]
           *     }
           */
          'application/json': {
            /** @description The query that was used. */
            query: string;
            /** @description The engines that answered. */
            engine: ('engine_a' | 'engine_b' | 'engine_c')[];
            /** @description Only with `detail=full`: every engine that was asked, with its outcome. */
            engines?: components['schemas']['EngineOutcome'][];
            /** @description Only with `detail=full`: request parameters that this endpoint does not have; absent if there are none. */
            ignored?: string[];
            results: components['schemas']['ImageResult'][];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  news: {
    parameters: {
      query: {
        /**
         * @description The query.
         * @example node.js
         */
        q: string;
        /**
         * @description One or more of `engine_a`, `engine_b`, `engine_c`, separated by commas or spaces, or `all`.
         * @example engine_a,engine_b
         */
        engine?: string | string[];
        /**
         * @description Safe search: `on` or `off`.
         * @example on
         */
        safe?: '0' | '1' | 'on' | 'true' | 'yes' | 'off' | 'false' | 'no';
        /**
         * @description Language tag (BCP 47). Empty means automatic.
         * @example en
         */
        lang?: string;
        /**
         * @description Number of the results page.
         * @example 1
         */
        page?: number;
        /**
         * @description Only results from the last day, week, month or year.
         * @example y
         */
        date?: 'd' | 'w' | 'm' | 'y';
        /**
         * @description `full` adds each engine's outcome, and ranks, scores, and dates or image details to the results.
         * @example full
         */
        detail?: 'full';
        /**
         * @description Answers within this many milliseconds, with the results received by then. Cannot exceed the deployment's deadline. Late answers are cached for the next search.
         * @example 5000
         */
        deadline_ms?: number;
        /**
         * @description Answers as soon as this many engines have answered. The rest get the outcome `timeout`, and their answers are cached for the next search.
         * @example 1
         */
        min_engines?: number;
        /**
         * @description Only results from these sites and their subdomains: host names, separated by commas, or as a repeated parameter.
         * @example nodejs.org
         */
        site?: string | string[];
        /**
         * @description No results from these sites and their subdomains.
         * @example example.com,example.org
         */
        exclude_site?: string | string[];
        /**
         * @description Country to search from (ISO 3166). Engines prefer pages from this country.
         * @example DE
         */
        country?: string;
        /**
         * @description Results per page. The list is kept for two minutes, so no result appears on two pages. Without `limit`, a page has all results of the engines' own pages.
         * @example 10
         */
        limit?: number;
        /**
         * @description Rules for sites, one instruction a line: `$boost=3,site=example.com`, `$downrank`, `$discard`, `$pin`, a pattern such as `|https://example.com/docs/`, or `$discard` alone to keep only what other lines match. At most 4,096 bytes. Applied to the merged list.
         * @example $boost=3,site=nodejs.org
         */
        rules?: string;
        /**
         * @description `1` returns an error when no engine answers. By default, the reply is then a cached list that is at most a day old, with the headers `Warning` and `Age`.
         * @example 1
         */
        fresh?: '1';
        /**
         * @description Only results from this day (UTC) or later, such as `2026-01-31`.
         * @example 2026-01-01
         */
        from?: string;
        /**
         * @description Only results from this day (UTC) or earlier, such as `2026-12-31`.
         * @example 2026-12-31
         */
        to?: string;
        /**
         * @description `date` sorts by date, newest first. Results without a date come last.
         * @example date
         */
        sort?: 'date';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description News search. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "query": "golden retriever",
           *       "tab": "news",
           *       "page": 1,
           *       "engine": [
           *         "engine_a",
           *         "engine_b"
           *       ],
           *       "results": [
           *         {
           *           "title": "Golden retrievers win hearts again",
           *           "url": "https://www.example.org/news/golden-retrievers",
           *           "description": "The breed is once more among the most registered of the year.",
           *           "age": "3 hours ago",
           *           "source": "Example News",
           *           "hostname": "www.example.org",
           *           "thumbnail": "https://www.example.org/images/retriever.jpg"
           *         }
           *       ]
           *     }
           */
          'application/json': {
            query: string;
            /** @enum {string} */
            tab: 'news';
            page: number;
            /** @description The engines that answered. */
            engine: ('engine_a' | 'engine_b' | 'engine_c')[];
            /** @description Only with `detail=full`: every engine that was asked, with its outcome. */
            engines?: components['schemas']['EngineOutcome'][];
            /** @description Only with `detail=full`: request parameters that this endpoint does not have; absent if there are none. */
            ignored?: string[];
            /** @description Only with `detail=full`: the age in seconds of outdated results; absent if an engine answered. */
            stale_s?: number;
            /** @description Only with `limit` and `detail=full`: whether there may be a next page. */
            has_more?: boolean;
            /** @description Only with `limit` and `detail=full`: URL of the next page, or null. */
            next?: string | null;
            /** @description Only with `detail=full`: how many results rules for sites have hidden in the list so far; absent if no rules apply. */
            hidden?: number;
            results: components['schemas']['NewsResult'][];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  videos: {
    parameters: {
      query: {
        /**
         * @description The query.
         * @example node.js
         */
        q: string;
        /**
         * @description One or more of `engine_a`, `engine_b`, `engine_c`, separated by commas or spaces, or `all`.
         * @example engine_a,engine_b
         */
        engine?: string | string[];
        /**
         * @description Safe search: `on` or `off`.
         * @example on
         */
        safe?: '0' | '1' | 'on' | 'true' | 'yes' | 'off' | 'false' | 'no';
        /**
         * @description Language tag (BCP 47). Empty means automatic.
         * @example en
         */
        lang?: string;
        /**
         * @description Number of the results page.
         * @example 1
         */
        page?: number;
        /**
         * @description Only results from the last day, week, month or year.
         * @example y
         */
        date?: 'd' | 'w' | 'm' | 'y';
        /**
         * @description `full` adds each engine's outcome, and ranks, scores, and dates or image details to the results.
         * @example full
         */
        detail?: 'full';
        /**
         * @description Answers within this many milliseconds, with the results received by then. Cannot exceed the deployment's deadline. Late answers are cached for the next search.
         * @example 5000
         */
        deadline_ms?: number;
        /**
         * @description Answers as soon as this many engines have answered. The rest get the outcome `timeout`, and their answers are cached for the next search.
         * @example 1
         */
        min_engines?: number;
        /**
         * @description Only results from these sites and their subdomains: host names, separated by commas, or as a repeated parameter.
         * @example nodejs.org
         */
        site?: string | string[];
        /**
         * @description No results from these sites and their subdomains.
         * @example example.com,example.org
         */
        exclude_site?: string | string[];
        /**
         * @description Country to search from (ISO 3166). Engines prefer pages from this country.
         * @example DE
         */
        country?: string;
        /**
         * @description Results per page. The list is kept for two minutes, so no result appears on two pages. Without `limit`, a page has all results of the engines' own pages.
         * @example 10
         */
        limit?: number;
        /**
         * @description Rules for sites, one instruction a line: `$boost=3,site=example.com`, `$downrank`, `$discard`, `$pin`, a pattern such as `|https://example.com/docs/`, or `$discard` alone to keep only what other lines match. At most 4,096 bytes. Applied to the merged list.
         * @example $boost=3,site=nodejs.org
         */
        rules?: string;
        /**
         * @description `1` returns an error when no engine answers. By default, the reply is then a cached list that is at most a day old, with the headers `Warning` and `Age`.
         * @example 1
         */
        fresh?: '1';
        /**
         * @description Only results from this day (UTC) or later, such as `2026-01-31`.
         * @example 2026-01-01
         */
        from?: string;
        /**
         * @description Only results from this day (UTC) or earlier, such as `2026-12-31`.
         * @example 2026-12-31
         */
        to?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Video search. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "query": "golden retriever",
           *       "tab": "videos",
           *       "page": 1,
           *       "engine": [
           *         "engine_a",
           *         "engine_b"
           *       ],
           *       "results": [
           *         {
           *           "title": "Training a golden retriever puppy",
           *           "url": "https://www.youtube.com/watch?v=aaaaaaaaaaa",
           *           "age": "1 year ago",
           *           "source": "YouTube",
           *           "duration": "4:13",
           *           "hostname": "www.youtube.com",
           *           "thumbnail": "https://i.ytimg.com/vi/aaaaaaaaaaa/mqdefault.jpg"
           *         }
           *       ]
           *     }
           */
          'application/json': {
            query: string;
            /** @enum {string} */
            tab: 'videos';
            page: number;
            /** @description The engines that answered. */
            engine: ('engine_a' | 'engine_b' | 'engine_c')[];
            /** @description Only with `detail=full`: every engine that was asked, with its outcome. */
            engines?: components['schemas']['EngineOutcome'][];
            /** @description Only with `detail=full`: request parameters that this endpoint does not have; absent if there are none. */
            ignored?: string[];
            /** @description Only with `detail=full`: the age in seconds of outdated results; absent if an engine answered. */
            stale_s?: number;
            /** @description Only with `limit` and `detail=full`: whether there may be a next page. */
            has_more?: boolean;
            /** @description Only with `limit` and `detail=full`: URL of the next page, or null. */
            next?: string | null;
            /** @description Only with `detail=full`: how many results rules for sites have hidden in the list so far; absent if no rules apply. */
            hidden?: number;
            results: components['schemas']['VideoResult'][];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  maps: {
    parameters: {
      query?: {
        /**
         * @description Place name or address.
         * @example Eiffel Tower
         */
        q?: string;
        /**
         * @description Latitude. Use `lat` and `lon` instead of `q`.
         * @example 48.8583
         */
        lat?: number;
        /**
         * @description Longitude. Required with `lat`.
         * @example 2.2945
         */
        lon?: number;
        /**
         * @description Maximum number of places.
         * @example 10
         */
        limit?: number;
        /**
         * @description Level of detail for `lat` and `lon`: 3 is a country, 10 a city, 18 a building.
         * @example 18
         */
        zoom?: number;
        /**
         * @description Language tag (BCP 47). Empty means automatic.
         * @example en
         */
        lang?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Maps. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "query": "paris",
           *       "places": [
           *         {
           *           "name": "Paris",
           *           "display_name": "Paris, Île-de-France, France",
           *           "lat": 48.8566,
           *           "lon": 2.3522,
           *           "category": "boundary",
           *           "type": "administrative",
           *           "addresstype": "city",
           *           "importance": 0.88,
           *           "embed_url": "https://www.openstreetmap.org/export/embed.html?bbox=2.2241%2C48.8155%2C2.4697%2C48.9021&layer=mapnik&marker=48.8566%2C2.3522",
           *           "mini_embed_url": "https://www.openstreetmap.org/export/embed.html?bbox=2.3472%2C48.8536%2C2.3572%2C48.8596&layer=mapnik&marker=48.8566%2C2.3522",
           *           "osm_url": "https://www.openstreetmap.org/relation/7444",
           *           "directions_url": "https://www.openstreetmap.org/directions?engine=fossgis_osrm_car&route=%3B48.8566%2C2.3522",
           *           "geo_uri": "geo:48.8566,2.3522"
           *         }
           *       ]
           *     }
           */
          'application/json': {
            /** @description `q`, or the coordinates as sent. */
            query: string;
            places: components['schemas']['Place'][];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  translate: {
    parameters: {
      query: {
        /**
         * @description The text to translate.
         * @example Good morning!
         */
        q?: string;
        /** @description Alias of `q`. */
        text?: string;
        /**
         * @description Target language.
         * @example de
         */
        target: string;
        /**
         * @description Language of the text, or `auto` to detect it.
         * @example auto
         */
        source?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Translate. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "source": "auto",
           *       "target": "de",
           *       "translated_text": "Guten Morgen!",
           *       "detected_lang": "en"
           *     }
           */
          'application/json': {
            /** @description Language of the text, or `auto` if it was detected. */
            source: string;
            target: string;
            translated_text: string;
            /** @description The detected language; empty unless `source` is `auto`. */
            detected_lang: string;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  translate_post: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "q": "Good morning!",
         *       "target": "de"
         *     }
         */
        'application/x-www-form-urlencoded': {
          /**
           * @description The text to translate.
           * @example Good morning!
           */
          q?: string;
          /** @description Alias of `q`. */
          text?: string;
          /**
           * @description Target language.
           * @example de
           */
          target: string;
          /**
           * @description Language of the text, or `auto` to detect it.
           * @default auto
           */
          source?: string;
        };
        /**
         * @example {
         *       "q": "Good morning!",
         *       "target": "de"
         *     }
         */
        'application/json': {
          /**
           * @description The text to translate.
           * @example Good morning!
           */
          q?: string;
          /** @description Alias of `q`. */
          text?: string;
          /**
           * @description Target language.
           * @example de
           */
          target: string;
          /**
           * @description Language of the text, or `auto` to detect it.
           * @default auto
           */
          source?: string;
        };
      };
    };
    responses: {
      /** @description Translate. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "source": "auto",
           *       "target": "de",
           *       "translated_text": "Guten Morgen!",
           *       "detected_lang": "en"
           *     }
           */
          'application/json': {
            /** @description Language of the text, or `auto` if it was detected. */
            source: string;
            target: string;
            translated_text: string;
            /** @description The detected language; empty unless `source` is `auto`. */
            detected_lang: string;
          };
        };
      };
      400: components['responses']['BadRequestBody'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  translate_languages: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Translation languages. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "languages": [
           *         {
           *           "code": "en",
           *           "name": "English"
           *         },
           *         {
           *           "code": "pt-BR",
           *           "name": "Portuguese (Brazil)"
           *         }
           *       ]
           *     }
           */
          'application/json': {
            languages: components['schemas']['Language'][];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  instant: {
    parameters: {
      query: {
        /**
         * @description The query.
         * @example 2+2
         */
        q: string;
        /**
         * @description Language tag (BCP 47). Empty means automatic.
         * @example en
         */
        lang?: string;
        /**
         * @description Time zone of the user (IANA name).
         * @example Europe/Berlin
         */
        tz?: string;
        /**
         * @description `full` adds the pictures of QR codes and colours.
         * @example full
         */
        detail?: 'full';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Instant answers. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "type": "math",
           *       "query": "2+2",
           *       "answer": "2 + 2 = 4",
           *       "data": {
           *         "kind": "math",
           *         "asked": "math",
           *         "expression": "2 + 2",
           *         "approximate": false,
           *         "value": "4",
           *         "number": 4
           *       }
           *     }
           */
          'application/json': {
            /** @enum {string} */
            type:
              | 'jwt'
              | 'schedule'
              | 'ip'
              | 'useragent'
              | 'random'
              | 'reference'
              | 'subnet'
              | 'json'
              | 'qr'
              | 'sun'
              | 'sky'
              | 'distance'
              | 'country'
              | 'element'
              | 'thesaurus'
              | 'contrast'
              | 'clock'
              | 'holiday'
              | 'date'
              | 'weather'
              | 'air'
              | 'currency'
              | 'translation'
              | 'dictionary'
              | 'colour'
              | 'hash'
              | 'base'
              | 'encode'
              | 'number'
              | 'finance'
              | 'stats'
              | 'unit'
              | 'math'
              | 'algebra'
              | 'text';
            query: string;
            /** @description The answer as one line of text, for people. */
            answer: string;
            /** @description The answer for programs; its fields depend on `kind`. */
            data:
              | components['schemas']['JwtData']
              | components['schemas']['ScheduleData']
              | components['schemas']['IpData']
              | components['schemas']['UseragentData']
              | components['schemas']['RandomData']
              | components['schemas']['HttpStatusData']
              | components['schemas']['PortData']
              | components['schemas']['CountryCodeData']
              | components['schemas']['CallingCodeData']
              | components['schemas']['CurrencySymbolData']
              | components['schemas']['UnicodeData']
              | components['schemas']['ChmodData']
              | components['schemas']['EmojiData']
              | components['schemas']['MimeData']
              | components['schemas']['SubnetData']
              | components['schemas']['IpAddressData']
              | components['schemas']['JsonData']
              | components['schemas']['QrData']
              | components['schemas']['SunData']
              | components['schemas']['SkyData']
              | components['schemas']['DistanceData']
              | components['schemas']['CountryData']
              | components['schemas']['ElementData']
              | components['schemas']['ThesaurusData']
              | components['schemas']['ContrastData']
              | components['schemas']['TimeData']
              | components['schemas']['TimeConversionData']
              | components['schemas']['ClockChangeData']
              | components['schemas']['HolidayData']
              | components['schemas']['DateData']
              | components['schemas']['WeatherData']
              | components['schemas']['AirData']
              | components['schemas']['CurrencyData']
              | components['schemas']['TranslationData']
              | components['schemas']['DictionaryData']
              | components['schemas']['ColourCodeData']
              | components['schemas']['DigestData']
              | components['schemas']['IdentifyData']
              | components['schemas']['BaseData']
              | components['schemas']['EncodeData']
              | components['schemas']['NumberData']
              | components['schemas']['FinanceData']
              | components['schemas']['StatsData']
              | components['schemas']['UnitData']
              | components['schemas']['MathData']
              | components['schemas']['AlgebraData']
              | components['schemas']['TextData'];
          } | null;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  cards: {
    parameters: {
      query: {
        /**
         * @description The query.
         * @example node.js
         */
        q: string;
        /**
         * @description One or more of `engine_a`, `engine_b`, `engine_c`, separated by commas or spaces, or `all`.
         * @example engine_a,engine_b
         */
        engine?: string | string[];
        /**
         * @description Safe search: `on` or `off`.
         * @example on
         */
        safe?: '0' | '1' | 'on' | 'true' | 'yes' | 'off' | 'false' | 'no';
        /**
         * @description Language tag (BCP 47). Empty means automatic.
         * @example en
         */
        lang?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Knowledge cards. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "query": "paris",
           *       "wikipedia": {
           *         "title": "Paris",
           *         "description": "Capital and largest city of France",
           *         "extract": "Paris is the capital and largest city of France, on the river Seine.",
           *         "url": "https://en.wikipedia.org/wiki/Paris",
           *         "thumbnail": "https://upload.wikimedia.org/wikipedia/commons/thumb/4/4b/Paris.jpg/330px-Paris.jpg",
           *         "lang": "en",
           *         "wikidata_id": "Q90",
           *         "coordinates": {
           *           "lat": 48.8566,
           *           "lon": 2.3522
           *         },
           *         "license": "CC BY-SA 4.0"
           *       },
           *       "infobox": {
           *         "title": "Paris",
           *         "subtitle": "Capital of France",
           *         "description": "Paris is the capital and largest city of France.",
           *         "url": "https://en.wikipedia.org/wiki/Paris",
           *         "website": "https://www.paris.fr/",
           *         "image": "https://upload.wikimedia.org/wikipedia/commons/thumb/4/4b/Paris.jpg/330px-Paris.jpg",
           *         "attributes": [
           *           {
           *             "label": "Country",
           *             "value": "France"
           *           }
           *         ],
           *         "links": [
           *           {
           *             "title": "Wikipedia",
           *             "url": "https://en.wikipedia.org/wiki/Paris"
           *           }
           *         ],
           *         "attribution": "Wikipedia",
           *         "engine": "engine_a"
           *       },
           *       "stackexchange": null,
           *       "map": {
           *         "name": "Paris",
           *         "display_name": "Paris, Île-de-France, France",
           *         "lat": 48.8566,
           *         "lon": 2.3522,
           *         "category": "boundary",
           *         "type": "administrative",
           *         "addresstype": "city",
           *         "importance": 0.88,
           *         "embed_url": "https://www.openstreetmap.org/export/embed.html?bbox=2.2241%2C48.8155%2C2.4697%2C48.9021&layer=mapnik&marker=48.8566%2C2.3522",
           *         "mini_embed_url": "https://www.openstreetmap.org/export/embed.html?bbox=2.3472%2C48.8536%2C2.3572%2C48.8596&layer=mapnik&marker=48.8566%2C2.3522",
           *         "osm_url": "https://www.openstreetmap.org/relation/7444",
           *         "directions_url": "https://www.openstreetmap.org/directions?engine=fossgis_osrm_car&route=%3B48.8566%2C2.3522",
           *         "geo_uri": "geo:48.8566,2.3522"
           *       }
           *     }
           */
          'application/json': {
            query: string;
            wikipedia: components['schemas']['WikipediaCard'] | null;
            infobox: components['schemas']['Infobox'] | null;
            stackexchange: components['schemas']['BestAnswer'] | null;
            map: components['schemas']['Place'] | null;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  suggest: {
    parameters: {
      query: {
        /**
         * @description The query.
         * @example node.js
         */
        q: string;
        /**
         * @description Language tag (BCP 47). Empty means automatic.
         * @example en
         */
        lang?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Suggestions. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "query": "node",
           *       "suggestions": [
           *         "node.js",
           *         "node version manager",
           *         "node-red"
           *       ]
           *     }
           */
          'application/json': {
            query: string;
            suggestions: string[];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  extract: {
    parameters: {
      query?: {
        /**
         * @description The URLs of the pages, at most 20. In a query string, repeat the parameter.
         * @example [
         *       "https://en.wikipedia.org/wiki/Tributary"
         *     ]
         */
        urls?: string[];
        /** @description Alias of `urls` for a single page. */
        url?: string;
        /**
         * @description The format of `content`.
         * @example markdown
         */
        format?: 'markdown' | 'text' | 'html';
        /**
         * @description Maximum number of characters in the `content` of a page.
         * @example 100000
         */
        max_chars?: number;
        /** @description A question. Adds `chunks`, the passages of each page that match it best. */
        query?: string;
        /**
         * @description Maximum number of passages per page. Used with `query`.
         * @example 3
         */
        chunks?: number;
        /**
         * @description Adds the links of each page.
         * @example false
         */
        links?: boolean;
        /**
         * @description Adds the images of each page.
         * @example false
         */
        images?: boolean;
        /**
         * @description Whether a browser renders pages: `auto` those that show nothing without their scripts, `on` all. A page that was rendered counts as two. Adds `rendered` and `render_ms` to each page. Needs `BROWSER_URL`.
         * @example on
         */
        render?: 'auto' | 'on' | 'off';
        /**
         * @description Adds a picture of each page, as a PNG: of what a window of 1,280 × 800 shows, or of the whole `page`, which is cut where it is too large. At most 5 addresses. A browser renders the pages, as with `render=on`.
         * @example viewport
         */
        screenshot?: 'viewport' | 'page';
        /**
         * @description How old a cached page may be, in seconds; 0 reads it anew. Default: as old as its server allows, at most an hour.
         * @example 0
         */
        max_age?: number;
        /**
         * @description `full` adds `kind`, `accessible_for_free`, `hidden_removed` and `usage` to each page.
         * @example full
         */
        detail?: 'full';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read pages. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "results": [
           *         {
           *           "url": "https://en.wikipedia.org/wiki/Tributary",
           *           "final_url": "https://en.wikipedia.org/wiki/Tributary",
           *           "title": "Tributary",
           *           "description": "Stream that flows into a larger stream",
           *           "author": "",
           *           "published": "2002-02-25",
           *           "lang": "en",
           *           "site": "Wikipedia",
           *           "content": "A **tributary**, or an affluent, is a stream or river that flows into a larger stream.",
           *           "content_type": "text/html",
           *           "words": 15,
           *           "truncated": false,
           *           "cached": false,
           *           "partial": ""
           *         }
           *       ],
           *       "failed": []
           *     }
           */
          'application/json': {
            results: components['schemas']['ExtractedPage'][];
            failed: {
              url: string;
              reason: string;
            }[];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  extract_post: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "urls": [
         *         "https://en.wikipedia.org/wiki/Tributary"
         *       ]
         *     }
         */
        'application/x-www-form-urlencoded': {
          /**
           * @description The URLs of the pages, at most 20. In a query string, repeat the parameter.
           * @example [
           *       "https://en.wikipedia.org/wiki/Tributary"
           *     ]
           */
          urls?: string[];
          /** @description Alias of `urls` for a single page. */
          url?: string;
          /**
           * @description The format of `content`.
           * @default markdown
           * @enum {string}
           */
          format?: 'markdown' | 'text' | 'html';
          /**
           * @description Maximum number of characters in the `content` of a page.
           * @default 100000
           */
          max_chars?: number;
          /** @description A question. Adds `chunks`, the passages of each page that match it best. */
          query?: string;
          /**
           * @description Maximum number of passages per page. Used with `query`.
           * @default 3
           */
          chunks?: number;
          /**
           * @description Adds the links of each page.
           * @default false
           */
          links?: boolean;
          /**
           * @description Adds the images of each page.
           * @default false
           */
          images?: boolean;
          /**
           * @description Whether a browser renders pages: `auto` those that show nothing without their scripts, `on` all. A page that was rendered counts as two. Adds `rendered` and `render_ms` to each page. Needs `BROWSER_URL`.
           * @default off
           * @example on
           * @enum {string}
           */
          render?: 'auto' | 'on' | 'off';
          /**
           * @description Adds a picture of each page, as a PNG: of what a window of 1,280 × 800 shows, or of the whole `page`, which is cut where it is too large. At most 5 addresses. A browser renders the pages, as with `render=on`.
           * @enum {string}
           */
          screenshot?: 'viewport' | 'page';
          /** @description How old a cached page may be, in seconds; 0 reads it anew. Default: as old as its server allows, at most an hour. */
          max_age?: number;
          /**
           * @description `full` adds `kind`, `accessible_for_free`, `hidden_removed` and `usage` to each page.
           * @enum {string}
           */
          detail?: 'full';
        };
        /**
         * @example {
         *       "urls": [
         *         "https://en.wikipedia.org/wiki/Tributary"
         *       ]
         *     }
         */
        'application/json': {
          /**
           * @description The URLs of the pages, at most 20. In a query string, repeat the parameter.
           * @example [
           *       "https://en.wikipedia.org/wiki/Tributary"
           *     ]
           */
          urls?: string[];
          /** @description Alias of `urls` for a single page. */
          url?: string;
          /**
           * @description The format of `content`.
           * @default markdown
           * @enum {string}
           */
          format?: 'markdown' | 'text' | 'html';
          /**
           * @description Maximum number of characters in the `content` of a page.
           * @default 100000
           */
          max_chars?: number;
          /** @description A question. Adds `chunks`, the passages of each page that match it best. */
          query?: string;
          /**
           * @description Maximum number of passages per page. Used with `query`.
           * @default 3
           */
          chunks?: number;
          /**
           * @description Adds the links of each page.
           * @default false
           */
          links?: boolean;
          /**
           * @description Adds the images of each page.
           * @default false
           */
          images?: boolean;
          /**
           * @description Whether a browser renders pages: `auto` those that show nothing without their scripts, `on` all. A page that was rendered counts as two. Adds `rendered` and `render_ms` to each page. Needs `BROWSER_URL`.
           * @default off
           * @example on
           * @enum {string}
           */
          render?: 'auto' | 'on' | 'off';
          /**
           * @description Adds a picture of each page, as a PNG: of what a window of 1,280 × 800 shows, or of the whole `page`, which is cut where it is too large. At most 5 addresses. A browser renders the pages, as with `render=on`.
           * @enum {string}
           */
          screenshot?: 'viewport' | 'page';
          /** @description How old a cached page may be, in seconds; 0 reads it anew. Default: as old as its server allows, at most an hour. */
          max_age?: number;
          /**
           * @description `full` adds `kind`, `accessible_for_free`, `hidden_removed` and `usage` to each page.
           * @enum {string}
           */
          detail?: 'full';
        };
      };
    };
    responses: {
      /** @description Read pages. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "results": [
           *         {
           *           "url": "https://en.wikipedia.org/wiki/Tributary",
           *           "final_url": "https://en.wikipedia.org/wiki/Tributary",
           *           "title": "Tributary",
           *           "description": "Stream that flows into a larger stream",
           *           "author": "",
           *           "published": "2002-02-25",
           *           "lang": "en",
           *           "site": "Wikipedia",
           *           "content": "A **tributary**, or an affluent, is a stream or river that flows into a larger stream.",
           *           "content_type": "text/html",
           *           "words": 15,
           *           "truncated": false,
           *           "cached": false,
           *           "partial": ""
           *         }
           *       ],
           *       "failed": []
           *     }
           */
          'application/json': {
            results: components['schemas']['ExtractedPage'][];
            failed: {
              url: string;
              reason: string;
            }[];
          };
        };
      };
      400: components['responses']['BadRequestBody'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  map: {
    parameters: {
      query: {
        /**
         * @description The address of the site, or of a page where it begins.
         * @example https://example.org/
         */
        url: string;
        /**
         * @description Words. Pages with them in their address or title come first.
         * @example tributaries
         */
        q?: string;
        /**
         * @description Maximum number of addresses.
         * @example 5000
         */
        limit?: number;
        /**
         * @description Whether all hosts of the domain belong to the site. `www.` never makes a difference.
         * @example false
         */
        subdomains?: boolean;
        /**
         * @description Only pages whose path matches one of these: `*` stands for any characters but `/`, `**` for any. A pattern with `?` is compared with path and query. In a query string, repeat the parameter.
         * @example [
         *       "/blog/**"
         *     ]
         */
        include?: string[];
        /**
         * @description No pages whose path matches one of these.
         * @example [
         *       "/blog/**"
         *     ]
         */
        exclude?: string[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Map a site. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "url": "https://example.org/",
           *       "links": [
           *         {
           *           "url": "https://example.org/",
           *           "title": "Example"
           *         },
           *         {
           *           "url": "https://example.org/rivers/tributaries",
           *           "title": "Tributaries"
           *         }
           *       ],
           *       "has_more": false,
           *       "failed": []
           *     }
           */
          'application/json': {
            /** @description The URL as requested. */
            url: string;
            links: {
              url: string;
              /** @description The title of the page, or the text of the first link to it; empty if neither is known. */
              title: string;
            }[];
            /** @description Whether the site may have pages that are not in `links`: `limit` or the time ended it. */
            has_more: boolean;
            /** @description What could not be read on the way: the first page, sitemaps or lists; at most 20. */
            failed: {
              url: string;
              reason: string;
            }[];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  map_post: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "url": "https://example.org/"
         *     }
         */
        'application/x-www-form-urlencoded': {
          /**
           * @description The address of the site, or of a page where it begins.
           * @example https://example.org/
           */
          url: string;
          /**
           * @description Words. Pages with them in their address or title come first.
           * @example tributaries
           */
          q?: string;
          /**
           * @description Maximum number of addresses.
           * @default 5000
           */
          limit?: number;
          /**
           * @description Whether all hosts of the domain belong to the site. `www.` never makes a difference.
           * @default false
           */
          subdomains?: boolean;
          /**
           * @description Only pages whose path matches one of these: `*` stands for any characters but `/`, `**` for any. A pattern with `?` is compared with path and query. In a query string, repeat the parameter.
           * @example [
           *       "/blog/**"
           *     ]
           */
          include?: string[];
          /**
           * @description No pages whose path matches one of these.
           * @example [
           *       "/blog/**"
           *     ]
           */
          exclude?: string[];
        };
        /**
         * @example {
         *       "url": "https://example.org/"
         *     }
         */
        'application/json': {
          /**
           * @description The address of the site, or of a page where it begins.
           * @example https://example.org/
           */
          url: string;
          /**
           * @description Words. Pages with them in their address or title come first.
           * @example tributaries
           */
          q?: string;
          /**
           * @description Maximum number of addresses.
           * @default 5000
           */
          limit?: number;
          /**
           * @description Whether all hosts of the domain belong to the site. `www.` never makes a difference.
           * @default false
           */
          subdomains?: boolean;
          /**
           * @description Only pages whose path matches one of these: `*` stands for any characters but `/`, `**` for any. A pattern with `?` is compared with path and query. In a query string, repeat the parameter.
           * @example [
           *       "/blog/**"
           *     ]
           */
          include?: string[];
          /**
           * @description No pages whose path matches one of these.
           * @example [
           *       "/blog/**"
           *     ]
           */
          exclude?: string[];
        };
      };
    };
    responses: {
      /** @description Map a site. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "url": "https://example.org/",
           *       "links": [
           *         {
           *           "url": "https://example.org/",
           *           "title": "Example"
           *         },
           *         {
           *           "url": "https://example.org/rivers/tributaries",
           *           "title": "Tributaries"
           *         }
           *       ],
           *       "has_more": false,
           *       "failed": []
           *     }
           */
          'application/json': {
            /** @description The URL as requested. */
            url: string;
            links: {
              url: string;
              /** @description The title of the page, or the text of the first link to it; empty if neither is known. */
              title: string;
            }[];
            /** @description Whether the site may have pages that are not in `links`: `limit` or the time ended it. */
            has_more: boolean;
            /** @description What could not be read on the way: the first page, sitemaps or lists; at most 20. */
            failed: {
              url: string;
              reason: string;
            }[];
          };
        };
      };
      400: components['responses']['BadRequestBody'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  context: {
    parameters: {
      query: {
        /**
         * @description The question; by POST also a list of up to 5, which share the budget.
         * @example how tall is mount everest
         */
        q: string | string[];
        /**
         * @description Maximum number of tokens of all passages.
         * @example 8192
         */
        max_tokens?: number;
        /**
         * @description Maximum number of tokens of the passages of one page.
         * @example 2048
         */
        max_tokens_per_page?: number;
        /**
         * @description How many pages are read at most.
         * @example 8
         */
        pages?: number;
        /**
         * @description How near to the question a passage must be: `strict` keeps few, `lenient` many.
         * @example balanced
         */
        threshold?: 'strict' | 'balanced' | 'lenient';
        /**
         * @description One or more of `engine_a`, `engine_b`, `engine_c`, separated by commas or spaces, or `all`.
         * @example engine_a,engine_b
         */
        engine?: string | string[];
        /**
         * @description Safe search: `on` or `off`.
         * @example on
         */
        safe?: boolean | string;
        /**
         * @description Language tag (BCP 47). Empty means automatic.
         * @example en
         */
        lang?: string;
        /**
         * @description Only results from the last day, week, month or year.
         * @example y
         */
        date?: 'd' | 'w' | 'm' | 'y';
        /**
         * @description Only results from this day (UTC) or later, such as `2026-01-31`.
         * @example 2026-01-01
         */
        from?: string;
        /**
         * @description Only results from this day (UTC) or earlier, such as `2026-12-31`.
         * @example 2026-12-31
         */
        to?: string;
        /**
         * @description Only results from these sites and their subdomains: host names, separated by commas, or as a repeated parameter.
         * @example nodejs.org
         */
        site?: string | string[];
        /**
         * @description No results from these sites and their subdomains.
         * @example example.com,example.org
         */
        exclude_site?: string | string[];
        /**
         * @description Country to search from (ISO 3166). Engines prefer pages from this country.
         * @example DE
         */
        country?: string;
        /**
         * @description Rules for sites, one instruction a line: `$boost=3,site=example.com`, `$downrank`, `$discard`, `$pin`, a pattern such as `|https://example.com/docs/`, or `$discard` alone to keep only what other lines match. At most 4,096 bytes. Applied to the merged list.
         * @example $boost=3,site=nodejs.org
         */
        rules?: string;
        /**
         * @description `1` returns an error when no engine answers. By default, the reply is then a cached list that is at most a day old, with the headers `Warning` and `Age`.
         * @example 1
         */
        fresh?: '1';
        /**
         * @description `on` orders the results of each page of the engines anew, by title and description: by words, or by the model of this deployment (`RERANK_URL`). `Server-Timing` says if the model failed and the words decide.
         * @example off
         */
        rerank?: 'on' | 'off';
        /**
         * @description Answers within this many milliseconds, with the pages that were read by then. Cannot exceed the deployment's deadline.
         * @example 100
         */
        deadline_ms?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Passages that answer a question. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "passages": [
           *         {
           *           "url": "https://en.wikipedia.org/wiki/Mount_Everest",
           *           "title": "Mount Everest - Wikipedia",
           *           "heading": "Mount Everest › Elevation",
           *           "text": "The height of 8,848.86 m was established in 2020 by the Chinese and Nepali authorities.",
           *           "tokens": 33,
           *           "score": 1,
           *           "published": "2026-10-02",
           *           "source": "page"
           *         }
           *       ],
           *       "sources": [
           *         {
           *           "url": "https://en.wikipedia.org/wiki/Mount_Everest",
           *           "title": "Mount Everest - Wikipedia",
           *           "state": "read",
           *           "reason": "",
           *           "published": "2026-10-02"
           *         }
           *       ],
           *       "tokens": 33,
           *       "partial": false
           *     }
           */
          'application/json': {
            /** @description Pages by their best passage; the passages of a page in reading order. */
            passages: components['schemas']['ContextPassage'][];
            /** @description All results of the search, in its order. */
            sources: components['schemas']['ContextSource'][];
            /** @description Estimated number of tokens of all passages. */
            tokens: number;
            /** @description Whether time ran out before all engines had answered and all pages were read. */
            partial: boolean;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  context_post: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "q": "how tall is mount everest"
         *     }
         */
        'application/x-www-form-urlencoded': {
          /**
           * @description The question; by POST also a list of up to 5, which share the budget.
           * @example how tall is mount everest
           */
          q: string | string[];
          /**
           * @description Maximum number of tokens of all passages.
           * @default 8192
           */
          max_tokens?: number;
          /**
           * @description Maximum number of tokens of the passages of one page.
           * @default 2048
           */
          max_tokens_per_page?: number;
          /**
           * @description How many pages are read at most.
           * @default 8
           */
          pages?: number;
          /**
           * @description How near to the question a passage must be: `strict` keeps few, `lenient` many.
           * @default balanced
           * @enum {string}
           */
          threshold?: 'strict' | 'balanced' | 'lenient';
          /**
           * @description One or more of `engine_a`, `engine_b`, `engine_c`, separated by commas or spaces, or `all`.
           * @default all
           * @example engine_a,engine_b
           */
          engine?: string | string[];
          /**
           * @description Safe search: `on` or `off`.
           * @default on
           */
          safe?: boolean | string;
          /**
           * @description Language tag (BCP 47). Empty means automatic.
           * @default
           * @example en
           */
          lang?: string;
          /**
           * @description Only results from the last day, week, month or year.
           * @example y
           * @enum {string}
           */
          date?: 'd' | 'w' | 'm' | 'y';
          /**
           * @description Only results from this day (UTC) or later, such as `2026-01-31`.
           * @example 2026-01-01
           */
          from?: string;
          /**
           * @description Only results from this day (UTC) or earlier, such as `2026-12-31`.
           * @example 2026-12-31
           */
          to?: string;
          /**
           * @description Only results from these sites and their subdomains: host names, separated by commas, or as a repeated parameter.
           * @example nodejs.org
           */
          site?: string | string[];
          /**
           * @description No results from these sites and their subdomains.
           * @example example.com,example.org
           */
          exclude_site?: string | string[];
          /**
           * @description Country to search from (ISO 3166). Engines prefer pages from this country.
           * @example DE
           */
          country?: string;
          /**
           * @description Rules for sites, one instruction a line: `$boost=3,site=example.com`, `$downrank`, `$discard`, `$pin`, a pattern such as `|https://example.com/docs/`, or `$discard` alone to keep only what other lines match. At most 4,096 bytes. Applied to the merged list.
           * @example $boost=3,site=nodejs.org
           */
          rules?: string;
          /**
           * @description `1` returns an error when no engine answers. By default, the reply is then a cached list that is at most a day old, with the headers `Warning` and `Age`.
           * @enum {string}
           */
          fresh?: '1';
          /**
           * @description `on` orders the results of each page of the engines anew, by title and description: by words, or by the model of this deployment (`RERANK_URL`). `Server-Timing` says if the model failed and the words decide.
           * @default off
           * @enum {string}
           */
          rerank?: 'on' | 'off';
          /** @description Answers within this many milliseconds, with the pages that were read by then. Cannot exceed the deployment's deadline. */
          deadline_ms?: number;
        };
        /**
         * @example {
         *       "q": "how tall is mount everest"
         *     }
         */
        'application/json': {
          /**
           * @description The question; by POST also a list of up to 5, which share the budget.
           * @example how tall is mount everest
           */
          q: string | string[];
          /**
           * @description Maximum number of tokens of all passages.
           * @default 8192
           */
          max_tokens?: number;
          /**
           * @description Maximum number of tokens of the passages of one page.
           * @default 2048
           */
          max_tokens_per_page?: number;
          /**
           * @description How many pages are read at most.
           * @default 8
           */
          pages?: number;
          /**
           * @description How near to the question a passage must be: `strict` keeps few, `lenient` many.
           * @default balanced
           * @enum {string}
           */
          threshold?: 'strict' | 'balanced' | 'lenient';
          /**
           * @description One or more of `engine_a`, `engine_b`, `engine_c`, separated by commas or spaces, or `all`.
           * @default all
           * @example engine_a,engine_b
           */
          engine?: string | string[];
          /**
           * @description Safe search: `on` or `off`.
           * @default on
           */
          safe?: boolean | string;
          /**
           * @description Language tag (BCP 47). Empty means automatic.
           * @default
           * @example en
           */
          lang?: string;
          /**
           * @description Only results from the last day, week, month or year.
           * @example y
           * @enum {string}
           */
          date?: 'd' | 'w' | 'm' | 'y';
          /**
           * @description Only results from this day (UTC) or later, such as `2026-01-31`.
           * @example 2026-01-01
           */
          from?: string;
          /**
           * @description Only results from this day (UTC) or earlier, such as `2026-12-31`.
           * @example 2026-12-31
           */
          to?: string;
          /**
           * @description Only results from these sites and their subdomains: host names, separated by commas, or as a repeated parameter.
           * @example nodejs.org
           */
          site?: string | string[];
          /**
           * @description No results from these sites and their subdomains.
           * @example example.com,example.org
           */
          exclude_site?: string | string[];
          /**
           * @description Country to search from (ISO 3166). Engines prefer pages from this country.
           * @example DE
           */
          country?: string;
          /**
           * @description Rules for sites, one instruction a line: `$boost=3,site=example.com`, `$downrank`, `$discard`, `$pin`, a pattern such as `|https://example.com/docs/`, or `$discard` alone to keep only what other lines match. At most 4,096 bytes. Applied to the merged list.
           * @example $boost=3,site=nodejs.org
           */
          rules?: string;
          /**
           * @description `1` returns an error when no engine answers. By default, the reply is then a cached list that is at most a day old, with the headers `Warning` and `Age`.
           * @enum {string}
           */
          fresh?: '1';
          /**
           * @description `on` orders the results of each page of the engines anew, by title and description: by words, or by the model of this deployment (`RERANK_URL`). `Server-Timing` says if the model failed and the words decide.
           * @default off
           * @enum {string}
           */
          rerank?: 'on' | 'off';
          /** @description Answers within this many milliseconds, with the pages that were read by then. Cannot exceed the deployment's deadline. */
          deadline_ms?: number;
        };
      };
    };
    responses: {
      /** @description Passages that answer a question. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "passages": [
           *         {
           *           "url": "https://en.wikipedia.org/wiki/Mount_Everest",
           *           "title": "Mount Everest - Wikipedia",
           *           "heading": "Mount Everest › Elevation",
           *           "text": "The height of 8,848.86 m was established in 2020 by the Chinese and Nepali authorities.",
           *           "tokens": 33,
           *           "score": 1,
           *           "published": "2026-10-02",
           *           "source": "page"
           *         }
           *       ],
           *       "sources": [
           *         {
           *           "url": "https://en.wikipedia.org/wiki/Mount_Everest",
           *           "title": "Mount Everest - Wikipedia",
           *           "state": "read",
           *           "reason": "",
           *           "published": "2026-10-02"
           *         }
           *       ],
           *       "tokens": 33,
           *       "partial": false
           *     }
           */
          'application/json': {
            /** @description Pages by their best passage; the passages of a page in reading order. */
            passages: components['schemas']['ContextPassage'][];
            /** @description All results of the search, in its order. */
            sources: components['schemas']['ContextSource'][];
            /** @description Estimated number of tokens of all passages. */
            tokens: number;
            /** @description Whether time ran out before all engines had answered and all pages were read. */
            partial: boolean;
          };
        };
      };
      400: components['responses']['BadRequestBody'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  rerank: {
    parameters: {
      query: {
        /**
         * @description The query that the documents are compared with.
         * @example how do salmon find their river
         */
        query: string;
        /**
         * @description The texts, at most 1,000. The first 2,000 characters of each count. In a query string, repeat the parameter.
         * @example [
         *       "Salmon smell the water of their river.",
         *       "Rivers flow to the sea."
         *     ]
         */
        documents: string[];
        /**
         * @description How many of the best documents are returned. Default: all.
         * @example 1
         */
        top_n?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Rank texts. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "query": "how do salmon find their river",
           *       "by": "lexical",
           *       "results": [
           *         {
           *           "index": 0,
           *           "score": 0.62
           *         },
           *         {
           *           "index": 1,
           *           "score": 0
           *         }
           *       ]
           *     }
           */
          'application/json': {
            query: string;
            /**
             * @description What has ranked the documents.
             * @enum {string}
             */
            by: 'model' | 'lexical';
            results: {
              /** @description Place in `documents`, from 0. */
              index: number;
              /** @description 0 to 1; by words, 0 means no common word. */
              score: number;
            }[];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  rerank_post: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "query": "how do salmon find their river",
         *       "documents": [
         *         "Salmon smell the water of their river.",
         *         "Rivers flow to the sea."
         *       ]
         *     }
         */
        'application/x-www-form-urlencoded': {
          /**
           * @description The query that the documents are compared with.
           * @example how do salmon find their river
           */
          query: string;
          /**
           * @description The texts, at most 1,000. The first 2,000 characters of each count. In a query string, repeat the parameter.
           * @example [
           *       "Salmon smell the water of their river.",
           *       "Rivers flow to the sea."
           *     ]
           */
          documents: string[];
          /** @description How many of the best documents are returned. Default: all. */
          top_n?: number;
        };
        /**
         * @example {
         *       "query": "how do salmon find their river",
         *       "documents": [
         *         "Salmon smell the water of their river.",
         *         "Rivers flow to the sea."
         *       ]
         *     }
         */
        'application/json': {
          /**
           * @description The query that the documents are compared with.
           * @example how do salmon find their river
           */
          query: string;
          /**
           * @description The texts, at most 1,000. The first 2,000 characters of each count. In a query string, repeat the parameter.
           * @example [
           *       "Salmon smell the water of their river.",
           *       "Rivers flow to the sea."
           *     ]
           */
          documents: string[];
          /** @description How many of the best documents are returned. Default: all. */
          top_n?: number;
        };
      };
    };
    responses: {
      /** @description Rank texts. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "query": "how do salmon find their river",
           *       "by": "lexical",
           *       "results": [
           *         {
           *           "index": 0,
           *           "score": 0.62
           *         },
           *         {
           *           "index": 1,
           *           "score": 0
           *         }
           *       ]
           *     }
           */
          'application/json': {
            query: string;
            /**
             * @description What has ranked the documents.
             * @enum {string}
             */
            by: 'model' | 'lexical';
            results: {
              /** @description Place in `documents`, from 0. */
              index: number;
              /** @description 0 to 1; by words, 0 means no common word. */
              score: number;
            }[];
          };
        };
      };
      400: components['responses']['BadRequestBody'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  status: {
    parameters: {
      query?: {
        /**
         * @description `full` adds when calls to a paused provider resume, what limits it, and what was spent at it.
         * @example full
         */
        detail?: 'full';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Provider status. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "providers": [
           *         {
           *           "slug": "engine_a",
           *           "name": "Brave",
           *           "group": "web",
           *           "monitor": "query",
           *           "state": "up",
           *           "checked_at": "2026-11-15T10:00:00.000Z",
           *           "last_ok_at": "2026-11-15T10:00:00.000Z",
           *           "last_error": "",
           *           "source": ""
           *         }
           *       ]
           *     }
           */
          'application/json': {
            providers: components['schemas']['ProviderStatus'][];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  key: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Key introspection. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "name": "laptop",
           *       "prefix": "trib_1a2B3c4D",
           *       "username": "ada",
           *       "created_at": "2026-11-01T09:30:00.000Z",
           *       "last_used_at": "2026-11-14T18:02:11.000Z",
           *       "expires_at": "",
           *       "revoked": false,
           *       "scopes": [
           *         "search",
           *         "read",
           *         "answers",
           *         "maps",
           *         "translate",
           *         "status"
           *       ],
           *       "engines": [
           *         "engine_a",
           *         "engine_b",
           *         "engine_c"
           *       ],
           *       "limits": {
           *         "burst": {
           *           "limit": 60,
           *           "remaining": 59,
           *           "reset": 0,
           *           "left": 59,
           *           "binds": "instance"
           *         },
           *         "sustained": {
           *           "limit": 5000,
           *           "remaining": 4711,
           *           "reset": 0,
           *           "left": 4711,
           *           "binds": "instance"
           *         },
           *         "monthly": {
           *           "limit": 2000,
           *           "remaining": 1877,
           *           "binds": "key"
           *         },
           *         "max_parallel": null
           *       },
           *       "usage": {
           *         "month": "2026-11",
           *         "searches": 123,
           *         "limit": 2000
           *       }
           *     }
           */
          'application/json': {
            name: string;
            /** @example trib_1a2B3c4D */
            prefix: string;
            username: string;
            /** @description ISO 8601. */
            created_at: string;
            /** @description Time of the previous use, ISO 8601, or empty. */
            last_used_at: string;
            /** @description ISO 8601, or empty. */
            expires_at: string;
            revoked: boolean;
            /** @description What the key may do. `manage` is never among others, and a key without scopes has all of these. */
            scopes: ('search' | 'read' | 'answers' | 'maps' | 'translate' | 'status' | 'manage')[];
            /** @description The engines that it may use. */
            engines: ('engine_a' | 'engine_b' | 'engine_c')[];
            limits: {
              /** @description Null when this limit is off. */
              burst: components['schemas']['Standing'] | null;
              /** @description Null when this limit is off. */
              sustained: components['schemas']['Standing'] | null;
              /** @description Searches this month. Null when this limit is off. */
              monthly: {
                limit: number;
                remaining: number;
                /**
                 * @description Whose limit leaves the fewest requests.
                 * @enum {string}
                 */
                binds: 'key' | 'account' | 'instance';
              } | null;
              /** @description Requests at a time, without this one. Null when this limit is off. */
              max_parallel: {
                limit: number;
                remaining: number;
                /**
                 * @description Whose limit leaves the fewest requests.
                 * @enum {string}
                 */
                binds: 'key' | 'account' | 'instance';
              } | null;
            };
            usage: {
              /** @example 2026-11 */
              month: string;
              searches: number;
              limit: number | null;
            };
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  web_stream: {
    parameters: {
      query: {
        /**
         * @description The query.
         * @example node.js
         */
        q: string;
        /**
         * @description One or more of `engine_a`, `engine_b`, `engine_c`, separated by commas or spaces, or `all`.
         * @example engine_a,engine_b
         */
        engine?: string | string[];
        /**
         * @description Safe search: `on` or `off`.
         * @example on
         */
        safe?: '0' | '1' | 'on' | 'true' | 'yes' | 'off' | 'false' | 'no';
        /**
         * @description Language tag (BCP 47). Empty means automatic.
         * @example en
         */
        lang?: string;
        /**
         * @description Number of the results page.
         * @example 1
         */
        page?: number;
        /**
         * @description Only results from the last day, week, month or year.
         * @example y
         */
        date?: 'd' | 'w' | 'm' | 'y';
        /**
         * @description `full` adds each engine's outcome, and ranks, scores, and dates or image details to the results.
         * @example full
         */
        detail?: 'full';
        /**
         * @description Answers within this many milliseconds, with the results received by then. Cannot exceed the deployment's deadline. Late answers are cached for the next search.
         * @example 5000
         */
        deadline_ms?: number;
        /**
         * @description Answers as soon as this many engines have answered. The rest get the outcome `timeout`, and their answers are cached for the next search.
         * @example 1
         */
        min_engines?: number;
        /**
         * @description Only results from these sites and their subdomains: host names, separated by commas, or as a repeated parameter.
         * @example nodejs.org
         */
        site?: string | string[];
        /**
         * @description No results from these sites and their subdomains.
         * @example example.com,example.org
         */
        exclude_site?: string | string[];
        /**
         * @description Country to search from (ISO 3166). Engines prefer pages from this country.
         * @example DE
         */
        country?: string;
        /**
         * @description Results per page. The list is kept for two minutes, so no result appears on two pages. Without `limit`, a page has all results of the engines' own pages.
         * @example 10
         */
        limit?: number;
        /**
         * @description Rules for sites, one instruction a line: `$boost=3,site=example.com`, `$downrank`, `$discard`, `$pin`, a pattern such as `|https://example.com/docs/`, or `$discard` alone to keep only what other lines match. At most 4,096 bytes. Applied to the merged list.
         * @example $boost=3,site=nodejs.org
         */
        rules?: string;
        /**
         * @description `1` returns an error when no engine answers. By default, the reply is then a cached list that is at most a day old, with the headers `Warning` and `Age`.
         * @example 1
         */
        fresh?: '1';
        /**
         * @description Only results from this day (UTC) or later, such as `2026-01-31`.
         * @example 2026-01-01
         */
        from?: string;
        /**
         * @description Only results from this day (UTC) or earlier, such as `2026-12-31`.
         * @example 2026-12-31
         */
        to?: string;
        /**
         * @description Reads the first N results' pages, and adds the `content` of each. The engines then get half of the request's time; the pages get the rest. Adds one search to your usage per five pages fetched.
         * @example 1
         */
        extract?: number;
        /**
         * @description `on` orders the results of each page of the engines anew, by title and description: by words, or by the model of this deployment (`RERANK_URL`). `Server-Timing` says if the model failed and the words decide.
         * @example off
         */
        rerank?: 'on' | 'off';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Events. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example event: engine
           *     data: {"engine":"engine_a","label":"Brave","outcome":"ok","ms":212}
           *
           *     event: results
           *     data: {"correction":"","results":[{"title":"Golden Retriever - Wikipedia","url":"https://en.wikipedia.org/wiki/Golden_Retriever","description":"The Golden Retriever is a Scottish breed of retriever dog of medium size.","display_url":"en.wikipedia.org › wiki › Golden_Retriever","favicon_url":"https://en.wikipedia.org/favicon.ico","age":"2 days ago","source":"both","source_label":"Brave, Mojeek","sitelinks":[{"title":"History","url":"https://en.wikipedia.org/wiki/Golden_Retriever#History"}]}]}
           *
           *     event: done
           *     data: {"query":"golden retriever","tab":"web","page":1,"engine":["engine_a","engine_b"],"correction":"","results":[{"title":"Golden Retriever - Wikipedia","url":"https://en.wikipedia.org/wiki/Golden_Retriever","description":"The Golden Retriever is a Scottish breed of retriever dog of medium size.","display_url":"en.wikipedia.org › wiki › Golden_Retriever","favicon_url":"https://en.wikipedia.org/favicon.ico","age":"2 days ago","source":"both","source_label":"Brave, Mojeek","sitelinks":[{"title":"History","url":"https://en.wikipedia.org/wiki/Golden_Retriever#History"}]}]}
           */
          'text/event-stream': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  images_stream: {
    parameters: {
      query: {
        /**
         * @description The query.
         * @example node.js
         */
        q: string;
        /**
         * @description One or more of `engine_a`, `engine_b`, `engine_c`, separated by commas or spaces, or `all`.
         * @example engine_a,engine_b
         */
        engine?: string | string[];
        /**
         * @description Safe search: `on` or `off`.
         * @example on
         */
        safe?: '0' | '1' | 'on' | 'true' | 'yes' | 'off' | 'false' | 'no';
        /**
         * @description Language tag (BCP 47). Empty means automatic.
         * @example en
         */
        lang?: string;
        /**
         * @description Number of the results page.
         * @example 1
         */
        page?: number;
        /**
         * @description `full` adds each engine's outcome, and ranks, scores, and dates or image details to the results.
         * @example full
         */
        detail?: 'full';
        /**
         * @description Answers within this many milliseconds, with the results received by then. Cannot exceed the deployment's deadline. Late answers are cached for the next search.
         * @example 5000
         */
        deadline_ms?: number;
        /**
         * @description Answers as soon as this many engines have answered. The rest get the outcome `timeout`, and their answers are cached for the next search.
         * @example 1
         */
        min_engines?: number;
        /**
         * @description Only results from these sites and their subdomains: host names, separated by commas, or as a repeated parameter.
         * @example nodejs.org
         */
        site?: string | string[];
        /**
         * @description No results from these sites and their subdomains.
         * @example example.com,example.org
         */
        exclude_site?: string | string[];
        /**
         * @description Country to search from (ISO 3166). Engines prefer pages from this country.
         * @example DE
         */
        country?: string;
        /**
         * @description Results per page. The list is kept for two minutes, so no result appears on two pages. Without `limit`, a page has all results of the engines' own pages.
         * @example 10
         */
        limit?: number;
        /**
         * @description Rules for sites, one instruction a line: `$boost=3,site=example.com`, `$downrank`, `$discard`, `$pin`, a pattern such as `|https://example.com/docs/`, or `$discard` alone to keep only what other lines match. At most 4,096 bytes. Applied to the merged list.
         * @example $boost=3,site=nodejs.org
         */
        rules?: string;
        /**
         * @description `1` returns an error when no engine answers. By default, the reply is then a cached list that is at most a day old, with the headers `Warning` and `Age`.
         * @example 1
         */
        fresh?: '1';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Events. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example event: engine
           *     data: {"engine":"engine_a","label":"Brave","outcome":"ok","ms":212}
           *
           *     event: results
           *     data: {"results":[{"title":"Golden Retriever standing on grass","url":"https://commons.wikimedia.org/wiki/File:Golden_Retriever.jpg","source":"commons.wikimedia.org","thumbnail":"https://upload.wikimedia.org/wikipedia/commons/thumb/a/aa/G.jpg/270px-G.jpg"}]}
           *
           *     event: done
           *     data: {"query":"golden retriever","tab":"images","page":1,"engine":["engine_a","engine_b"],"results":[{"title":"Golden Retriever standing on grass","url":"https://commons.wikimedia.org/wiki/File:Golden_Retriever.jpg","source":"commons.wikimedia.org","thumbnail":"https://upload.wikimedia.org/wikipedia/commons/thumb/a/aa/G.jpg/270px-G.jpg"}]}
           */
          'text/event-stream': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  news_stream: {
    parameters: {
      query: {
        /**
         * @description The query.
         * @example node.js
         */
        q: string;
        /**
         * @description One or more of `engine_a`, `engine_b`, `engine_c`, separated by commas or spaces, or `all`.
         * @example engine_a,engine_b
         */
        engine?: string | string[];
        /**
         * @description Safe search: `on` or `off`.
         * @example on
         */
        safe?: '0' | '1' | 'on' | 'true' | 'yes' | 'off' | 'false' | 'no';
        /**
         * @description Language tag (BCP 47). Empty means automatic.
         * @example en
         */
        lang?: string;
        /**
         * @description Number of the results page.
         * @example 1
         */
        page?: number;
        /**
         * @description Only results from the last day, week, month or year.
         * @example y
         */
        date?: 'd' | 'w' | 'm' | 'y';
        /**
         * @description `full` adds each engine's outcome, and ranks, scores, and dates or image details to the results.
         * @example full
         */
        detail?: 'full';
        /**
         * @description Answers within this many milliseconds, with the results received by then. Cannot exceed the deployment's deadline. Late answers are cached for the next search.
         * @example 5000
         */
        deadline_ms?: number;
        /**
         * @description Answers as soon as this many engines have answered. The rest get the outcome `timeout`, and their answers are cached for the next search.
         * @example 1
         */
        min_engines?: number;
        /**
         * @description Only results from these sites and their subdomains: host names, separated by commas, or as a repeated parameter.
         * @example nodejs.org
         */
        site?: string | string[];
        /**
         * @description No results from these sites and their subdomains.
         * @example example.com,example.org
         */
        exclude_site?: string | string[];
        /**
         * @description Country to search from (ISO 3166). Engines prefer pages from this country.
         * @example DE
         */
        country?: string;
        /**
         * @description Results per page. The list is kept for two minutes, so no result appears on two pages. Without `limit`, a page has all results of the engines' own pages.
         * @example 10
         */
        limit?: number;
        /**
         * @description Rules for sites, one instruction a line: `$boost=3,site=example.com`, `$downrank`, `$discard`, `$pin`, a pattern such as `|https://example.com/docs/`, or `$discard` alone to keep only what other lines match. At most 4,096 bytes. Applied to the merged list.
         * @example $boost=3,site=nodejs.org
         */
        rules?: string;
        /**
         * @description `1` returns an error when no engine answers. By default, the reply is then a cached list that is at most a day old, with the headers `Warning` and `Age`.
         * @example 1
         */
        fresh?: '1';
        /**
         * @description Only results from this day (UTC) or later, such as `2026-01-31`.
         * @example 2026-01-01
         */
        from?: string;
        /**
         * @description Only results from this day (UTC) or earlier, such as `2026-12-31`.
         * @example 2026-12-31
         */
        to?: string;
        /**
         * @description `date` sorts by date, newest first. Results without a date come last.
         * @example date
         */
        sort?: 'date';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Events. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example event: engine
           *     data: {"engine":"engine_a","label":"Brave","outcome":"ok","ms":212}
           *
           *     event: results
           *     data: {"results":[{"title":"Golden retrievers win hearts again","url":"https://www.example.org/news/golden-retrievers","description":"The breed is once more among the most registered of the year.","age":"3 hours ago","source":"Example News","hostname":"www.example.org","thumbnail":"https://www.example.org/images/retriever.jpg"}]}
           *
           *     event: done
           *     data: {"query":"golden retriever","tab":"news","page":1,"engine":["engine_a","engine_b"],"results":[{"title":"Golden retrievers win hearts again","url":"https://www.example.org/news/golden-retrievers","description":"The breed is once more among the most registered of the year.","age":"3 hours ago","source":"Example News","hostname":"www.example.org","thumbnail":"https://www.example.org/images/retriever.jpg"}]}
           */
          'text/event-stream': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  videos_stream: {
    parameters: {
      query: {
        /**
         * @description The query.
         * @example node.js
         */
        q: string;
        /**
         * @description One or more of `engine_a`, `engine_b`, `engine_c`, separated by commas or spaces, or `all`.
         * @example engine_a,engine_b
         */
        engine?: string | string[];
        /**
         * @description Safe search: `on` or `off`.
         * @example on
         */
        safe?: '0' | '1' | 'on' | 'true' | 'yes' | 'off' | 'false' | 'no';
        /**
         * @description Language tag (BCP 47). Empty means automatic.
         * @example en
         */
        lang?: string;
        /**
         * @description Number of the results page.
         * @example 1
         */
        page?: number;
        /**
         * @description Only results from the last day, week, month or year.
         * @example y
         */
        date?: 'd' | 'w' | 'm' | 'y';
        /**
         * @description `full` adds each engine's outcome, and ranks, scores, and dates or image details to the results.
         * @example full
         */
        detail?: 'full';
        /**
         * @description Answers within this many milliseconds, with the results received by then. Cannot exceed the deployment's deadline. Late answers are cached for the next search.
         * @example 5000
         */
        deadline_ms?: number;
        /**
         * @description Answers as soon as this many engines have answered. The rest get the outcome `timeout`, and their answers are cached for the next search.
         * @example 1
         */
        min_engines?: number;
        /**
         * @description Only results from these sites and their subdomains: host names, separated by commas, or as a repeated parameter.
         * @example nodejs.org
         */
        site?: string | string[];
        /**
         * @description No results from these sites and their subdomains.
         * @example example.com,example.org
         */
        exclude_site?: string | string[];
        /**
         * @description Country to search from (ISO 3166). Engines prefer pages from this country.
         * @example DE
         */
        country?: string;
        /**
         * @description Results per page. The list is kept for two minutes, so no result appears on two pages. Without `limit`, a page has all results of the engines' own pages.
         * @example 10
         */
        limit?: number;
        /**
         * @description Rules for sites, one instruction a line: `$boost=3,site=example.com`, `$downrank`, `$discard`, `$pin`, a pattern such as `|https://example.com/docs/`, or `$discard` alone to keep only what other lines match. At most 4,096 bytes. Applied to the merged list.
         * @example $boost=3,site=nodejs.org
         */
        rules?: string;
        /**
         * @description `1` returns an error when no engine answers. By default, the reply is then a cached list that is at most a day old, with the headers `Warning` and `Age`.
         * @example 1
         */
        fresh?: '1';
        /**
         * @description Only results from this day (UTC) or later, such as `2026-01-31`.
         * @example 2026-01-01
         */
        from?: string;
        /**
         * @description Only results from this day (UTC) or earlier, such as `2026-12-31`.
         * @example 2026-12-31
         */
        to?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Events. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example event: engine
           *     data: {"engine":"engine_a","label":"Brave","outcome":"ok","ms":212}
           *
           *     event: results
           *     data: {"results":[{"title":"Training a golden retriever puppy","url":"https://www.youtube.com/watch?v=aaaaaaaaaaa","age":"1 year ago","source":"YouTube","duration":"4:13","hostname":"www.youtube.com","thumbnail":"https://i.ytimg.com/vi/aaaaaaaaaaa/mqdefault.jpg"}]}
           *
           *     event: done
           *     data: {"query":"golden retriever","tab":"videos","page":1,"engine":["engine_a","engine_b"],"results":[{"title":"Training a golden retriever puppy","url":"https://www.youtube.com/watch?v=aaaaaaaaaaa","age":"1 year ago","source":"YouTube","duration":"4:13","hostname":"www.youtube.com","thumbnail":"https://i.ytimg.com/vi/aaaaaaaaaaa/mqdefault.jpg"}]}
           */
          'text/event-stream': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  context_stream: {
    parameters: {
      query: {
        /**
         * @description The question; by POST also a list of up to 5, which share the budget.
         * @example how tall is mount everest
         */
        q: string | string[];
        /**
         * @description Maximum number of tokens of all passages.
         * @example 8192
         */
        max_tokens?: number;
        /**
         * @description Maximum number of tokens of the passages of one page.
         * @example 2048
         */
        max_tokens_per_page?: number;
        /**
         * @description How many pages are read at most.
         * @example 8
         */
        pages?: number;
        /**
         * @description How near to the question a passage must be: `strict` keeps few, `lenient` many.
         * @example balanced
         */
        threshold?: 'strict' | 'balanced' | 'lenient';
        /**
         * @description One or more of `engine_a`, `engine_b`, `engine_c`, separated by commas or spaces, or `all`.
         * @example engine_a,engine_b
         */
        engine?: string | string[];
        /**
         * @description Safe search: `on` or `off`.
         * @example on
         */
        safe?: boolean | string;
        /**
         * @description Language tag (BCP 47). Empty means automatic.
         * @example en
         */
        lang?: string;
        /**
         * @description Only results from the last day, week, month or year.
         * @example y
         */
        date?: 'd' | 'w' | 'm' | 'y';
        /**
         * @description Only results from this day (UTC) or later, such as `2026-01-31`.
         * @example 2026-01-01
         */
        from?: string;
        /**
         * @description Only results from this day (UTC) or earlier, such as `2026-12-31`.
         * @example 2026-12-31
         */
        to?: string;
        /**
         * @description Only results from these sites and their subdomains: host names, separated by commas, or as a repeated parameter.
         * @example nodejs.org
         */
        site?: string | string[];
        /**
         * @description No results from these sites and their subdomains.
         * @example example.com,example.org
         */
        exclude_site?: string | string[];
        /**
         * @description Country to search from (ISO 3166). Engines prefer pages from this country.
         * @example DE
         */
        country?: string;
        /**
         * @description Rules for sites, one instruction a line: `$boost=3,site=example.com`, `$downrank`, `$discard`, `$pin`, a pattern such as `|https://example.com/docs/`, or `$discard` alone to keep only what other lines match. At most 4,096 bytes. Applied to the merged list.
         * @example $boost=3,site=nodejs.org
         */
        rules?: string;
        /**
         * @description `1` returns an error when no engine answers. By default, the reply is then a cached list that is at most a day old, with the headers `Warning` and `Age`.
         * @example 1
         */
        fresh?: '1';
        /**
         * @description `on` orders the results of each page of the engines anew, by title and description: by words, or by the model of this deployment (`RERANK_URL`). `Server-Timing` says if the model failed and the words decide.
         * @example off
         */
        rerank?: 'on' | 'off';
        /**
         * @description Answers within this many milliseconds, with the pages that were read by then. Cannot exceed the deployment's deadline.
         * @example 100
         */
        deadline_ms?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Events. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example event: sources
           *     data: [{"url":"https://en.wikipedia.org/wiki/Mount_Everest","title":"Mount Everest - Wikipedia","state":"read","reason":"","published":"2026-10-02"}]
           *
           *     event: page
           *     data: {"source":{"url":"https://en.wikipedia.org/wiki/Mount_Everest","title":"Mount Everest - Wikipedia","state":"read","reason":"","published":"2026-10-02"},"passages":[{"url":"https://en.wikipedia.org/wiki/Mount_Everest","title":"Mount Everest - Wikipedia","heading":"Mount Everest › Elevation","text":"The height of 8,848.86 m was established in 2020 by the Chinese and Nepali authorities.","tokens":33,"score":1,"published":"2026-10-02","source":"page"}]}
           *
           *     event: done
           *     data: {"passages":[{"url":"https://en.wikipedia.org/wiki/Mount_Everest","title":"Mount Everest - Wikipedia","heading":"Mount Everest › Elevation","text":"The height of 8,848.86 m was established in 2020 by the Chinese and Nepali authorities.","tokens":33,"score":1,"published":"2026-10-02","source":"page"}],"sources":[{"url":"https://en.wikipedia.org/wiki/Mount_Everest","title":"Mount Everest - Wikipedia","state":"read","reason":"","published":"2026-10-02"}],"tokens":33,"partial":false}
           */
          'text/event-stream': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  batch: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "requests": [
         *         {
         *           "endpoint": "suggest",
         *           "params": {
         *             "q": "golden retriever"
         *           }
         *         },
         *         {
         *           "endpoint": "translate",
         *           "params": {
         *             "q": "Good morning!"
         *           }
         *         }
         *       ]
         *     }
         */
        'application/json': {
          /** @description The requests, at most 20. */
          requests: {
            /**
             * @description Name of a search endpoint, as in `/api/v1/`.
             * @example web
             */
            endpoint: string;
            /**
             * @description Parameters of the request.
             * @example {
             *       "q": "node.js"
             *     }
             */
            params?: {
              [key: string]: unknown;
            };
          }[];
        };
      };
    };
    responses: {
      /** @description The responses. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "responses": [
           *         {
           *           "status": 200,
           *           "body": {
           *             "query": "golden retriever",
           *             "suggestions": [
           *               "golden retriever puppy"
           *             ]
           *           }
           *         },
           *         {
           *           "status": 400,
           *           "body": {
           *             "target": [
           *               "This field is required."
           *             ]
           *           }
           *         }
           *       ]
           *     }
           */
          'application/json': {
            responses: {
              /** @description HTTP status. */
              status: number;
              /** @description Body of the response. */
              body: unknown;
            }[];
          };
        };
      };
      400: components['responses']['BadRequestBody'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  crawls: {
    parameters: {
      query?: {
        /**
         * @description `next_cursor` of the previous page.
         * @example WyIxNzk0ODIyNjAwMDAwIiwiMGY4ZmFkNWIiXQ
         */
        cursor?: string;
        /**
         * @description How many items at most.
         * @example 50
         */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List crawls. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "id": "6fa1c1f0b7f64f2f9d1f8f0e2a5b9c3d",
           *           "state": "running",
           *           "reason": "",
           *           "url": "https://example.org/",
           *           "limit": 100,
           *           "found": 41,
           *           "fetched": 12,
           *           "failed": {
           *             "total": 1,
           *             "reasons": {
           *               "it answered with status 404": 1
           *             }
           *           },
           *           "skipped": {
           *             "total": 3,
           *             "reasons": {
           *               "robots": 2,
           *               "duplicate": 1
           *             }
           *           },
           *           "queued": 25,
           *           "created_at": "2026-11-15T10:00:00.000Z",
           *           "ended_at": null
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': {
            items: components['schemas']['Crawl'][];
            /** @description Pass it as `cursor` to read on. Null after the last item. */
            next_cursor: string | null;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  crawl_start: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "url": "https://example.org/",
         *       "limit": 200,
         *       "include": [
         *         "/docs/**"
         *       ]
         *     }
         */
        'application/json': {
          /**
           * @description Where the crawl begins. It reads the pages of this site.
           * @example https://example.org/
           */
          url?: string;
          /** @description Instead of `url`: the pages to read, at most 1000. No link is followed. */
          urls?: string[];
          /** @description Maximum number of pages: those that were read, and those that have failed. The instance has a maximum, `CRAWL_MAX_PAGES`. Default: 100, or the number of `urls`. */
          limit?: number;
          /**
           * @description How many links may lead from the start to a page. The pages of a numbered list count as one.
           * @default 20
           */
          depth?: number;
          /**
           * @description Only pages whose path matches one of these patterns, and the start: `*` stands for a part between slashes, `**` for any.
           * @example [
           *       "/blog/**"
           *     ]
           */
          include?: string[];
          /**
           * @description No pages whose path matches one of these patterns.
           * @example [
           *       "/blog/**"
           *     ]
           */
          exclude?: string[];
          /**
           * @description Whether all hosts of the same domain belong to the site.
           * @default false
           */
          subdomains?: boolean;
          /**
           * @description `use` the sitemaps of the site beside its links, read `only` what they name, or `skip` them.
           * @default use
           * @enum {string}
           */
          sitemap?: 'use' | 'only' | 'skip';
          /**
           * @description After how many seconds the crawl ends.
           * @default 3600
           */
          max_s?: number;
          /** @description Tells a server of the crawl while it runs. Its requests are signed as Standard Webhooks says, with the secret in the reply. */
          webhook?: {
            /**
             * @description Where signed requests are sent.
             * @example https://example.org/hooks
             */
            url: string;
            /** @description What it is told; all of these unless you name some. */
            events?: ('started' | 'page' | 'completed' | 'partial' | 'failed' | 'cancelled')[];
          };
          /**
           * @description The format of `content`.
           * @default markdown
           * @enum {string}
           */
          format?: 'markdown' | 'text' | 'html';
          /**
           * @description Maximum number of characters in the `content` of a page.
           * @default 100000
           */
          max_chars?: number;
          /** @description A question. Adds `chunks`, the passages of each page that match it best. */
          query?: string;
          /**
           * @description Maximum number of passages per page. Used with `query`.
           * @default 3
           */
          chunks?: number;
          /**
           * @description Adds the links of each page.
           * @default false
           */
          links?: boolean;
          /**
           * @description Adds the images of each page.
           * @default false
           */
          images?: boolean;
          /**
           * @description Whether a browser renders pages, after they were read without one: `auto` those that show nothing without their scripts, `on` all. A page that was rendered counts as two. Adds `rendered` and `render_ms` to each page. Needs `BROWSER_URL`.
           * @default off
           * @enum {string}
           */
          render?: 'auto' | 'on' | 'off';
          /** @description With `urls`: how old a page may be that was read before, in seconds. Such a page costs nothing, and its site is not asked. Default: 0, all are read anew. */
          max_age?: number;
          /**
           * @description `full` adds `kind`, `accessible_for_free`, `hidden_removed` and `usage` to each page.
           * @enum {string}
           */
          detail?: 'full';
        };
      };
    };
    responses: {
      /** @description Start a crawl. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "6fa1c1f0b7f64f2f9d1f8f0e2a5b9c3d",
           *       "state": "running",
           *       "reason": "",
           *       "url": "https://example.org/",
           *       "limit": 100,
           *       "found": 41,
           *       "fetched": 12,
           *       "failed": {
           *         "total": 1,
           *         "reasons": {
           *           "it answered with status 404": 1
           *         }
           *       },
           *       "skipped": {
           *         "total": 3,
           *         "reasons": {
           *           "robots": 2,
           *           "duplicate": 1
           *         }
           *       },
           *       "queued": 25,
           *       "created_at": "2026-11-15T10:00:00.000Z",
           *       "ended_at": null
           *     }
           */
          'application/json': {
            id: string;
            /**
             * @description `partial`: a limit ended it; `failed`: it has no page. `reason` says why.
             * @enum {string}
             */
            state: 'running' | 'completed' | 'partial' | 'cancelled' | 'failed';
            /** @description The limit that ended it: `limit` (pages), `time`, `month` (of the key or the account), `size` (of results), `refused` (by the site), `sitemap` (a sitemap of the site could not be read whole, so pages may be missing), `key` (it may no longer be used). Of a crawl without a page, why the first was not read. Else empty. */
            reason: string;
            /** @description Where it began; the first of its `urls`. */
            url: string;
            limit: number;
            /** @description Pages that were found: `fetched`, `failed`, `skipped` and `queued` together. */
            found: number;
            /** @description Pages that were read. */
            fetched: number;
            /** @description Pages that could not be read. */
            failed: {
              total: number;
              /** @description How many for each reason. */
              reasons: {
                [key: string]: number;
              };
            };
            /** @description Pages that were not read: `robots`, `scope`, `duplicate`, `limit`, `trap` (pages without end) or `size`. */
            skipped: {
              total: number;
              /** @description How many for each reason. */
              reasons: {
                [key: string]: number;
              };
            };
            /** @description Pages that wait, or are being read. */
            queued: number;
            created_at: string;
            ended_at: string | null;
            /** @description Only with `webhook`: what its requests are signed with (`whsec_…`). It is shown this once. */
            webhook_secret?: string;
          };
        };
      };
      400: components['responses']['BadRequestBody'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  crawl: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 6fa1c1f0b7f64f2f9d1f8f0e2a5b9c3d */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read the state of a crawl. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "6fa1c1f0b7f64f2f9d1f8f0e2a5b9c3d",
           *       "state": "running",
           *       "reason": "",
           *       "url": "https://example.org/",
           *       "limit": 100,
           *       "found": 41,
           *       "fetched": 12,
           *       "failed": {
           *         "total": 1,
           *         "reasons": {
           *           "it answered with status 404": 1
           *         }
           *       },
           *       "skipped": {
           *         "total": 3,
           *         "reasons": {
           *           "robots": 2,
           *           "duplicate": 1
           *         }
           *       },
           *       "queued": 25,
           *       "created_at": "2026-11-15T10:00:00.000Z",
           *       "ended_at": null
           *     }
           */
          'application/json': components['schemas']['Crawl'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['CrawlNotFound'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  crawl_cancel: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 6fa1c1f0b7f64f2f9d1f8f0e2a5b9c3d */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Cancel a crawl. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "6fa1c1f0b7f64f2f9d1f8f0e2a5b9c3d",
           *       "state": "cancelled",
           *       "reason": "",
           *       "url": "https://example.org/",
           *       "limit": 100,
           *       "found": 41,
           *       "fetched": 12,
           *       "failed": {
           *         "total": 1,
           *         "reasons": {
           *           "it answered with status 404": 1
           *         }
           *       },
           *       "skipped": {
           *         "total": 3,
           *         "reasons": {
           *           "robots": 2,
           *           "duplicate": 1
           *         }
           *       },
           *       "queued": 25,
           *       "created_at": "2026-11-15T10:00:00.000Z",
           *       "ended_at": "2026-11-15T10:01:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Crawl'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['CrawlNotFound'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  crawl_pages: {
    parameters: {
      query?: {
        /**
         * @description `next_cursor` of the previous page.
         * @example WyJhZGEiXQ
         */
        cursor?: string;
        /**
         * @description How many items at most.
         * @example 50
         */
        limit?: number;
        /**
         * @description Which pages.
         * @example fetched
         */
        state?: 'fetched' | 'failed' | 'skipped';
      };
      header?: never;
      path: {
        /** @example 6fa1c1f0b7f64f2f9d1f8f0e2a5b9c3d */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read the pages of a crawl. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "url": "https://example.org/gone",
           *           "depth": 1,
           *           "reason": "it answered with status 404"
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': {
            items: (components['schemas']['CrawledPage'] | components['schemas']['UnreadPage'])[];
            /** @description Pass it as `cursor` to read on. Null after the last item. */
            next_cursor: string | null;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['CrawlNotFound'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  crawl_deliveries: {
    parameters: {
      query?: {
        /**
         * @description `next_cursor` of the previous page.
         * @example WyIxNzk0ODIyNjAwMDAwIiwiMGY4ZmFkNWIiXQ
         */
        cursor?: string;
        /**
         * @description How many items at most.
         * @example 50
         */
        limit?: number;
      };
      header?: never;
      path: {
        /** @example 6fa1c1f0b7f64f2f9d1f8f0e2a5b9c3d */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read the delivery log of a crawl. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "id": "msg_5f0c1b7e3a0e4d538f6c1b2a3c4d5e6f",
           *           "type": "crawl.page",
           *           "sequence": 2,
           *           "state": "failed",
           *           "tries": 11,
           *           "made_at": "2026-11-15T10:00:01.000Z",
           *           "tried_at": "2026-11-16T09:48:12.000Z",
           *           "next_at": null,
           *           "status": 500,
           *           "error": "it answered with 500"
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': {
            items: components['schemas']['CrawlDelivery'][];
            /** @description Pass it as `cursor` to read on. Null after the last item. */
            next_cursor: string | null;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['CrawlNotFound'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  crawl_delivery_send: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @example 6fa1c1f0b7f64f2f9d1f8f0e2a5b9c3d */
        id: string;
        /** @example msg_5f0c1b7e3a0e4d538f6c1b2a3c4d5e6f */
        delivery: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Send a delivery again. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "msg_5f0c1b7e3a0e4d538f6c1b2a3c4d5e6f",
           *       "type": "crawl.page",
           *       "sequence": 2,
           *       "state": "waiting",
           *       "tries": 11,
           *       "made_at": "2026-11-15T10:00:01.000Z",
           *       "tried_at": "2026-11-16T09:48:12.000Z",
           *       "next_at": null,
           *       "status": null,
           *       "error": ""
           *     }
           */
          'application/json': components['schemas']['CrawlDelivery'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['CrawlNotFound'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  crawl_stream: {
    parameters: {
      query?: {
        /**
         * @description `next_cursor` of a list of its pages.
         * @example WyIyMCJd
         */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @example 6fa1c1f0b7f64f2f9d1f8f0e2a5b9c3d */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Events. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example event: state
           *     data: {"id":"6fa1c1f0b7f64f2f9d1f8f0e2a5b9c3d","state":"running","reason":"","url":"https://example.org/","limit":100,"found":41,"fetched":12,"failed":{"total":1,"reasons":{"it answered with status 404":1}},"skipped":{"total":3,"reasons":{"robots":2,"duplicate":1}},"queued":25,"created_at":"2026-11-15T10:00:00.000Z","ended_at":null}
           *
           *     event: done
           *     data: {"id":"6fa1c1f0b7f64f2f9d1f8f0e2a5b9c3d","state":"completed","reason":"","url":"https://example.org/","limit":100,"found":41,"fetched":12,"failed":{"total":1,"reasons":{"it answered with status 404":1}},"skipped":{"total":3,"reasons":{"robots":2,"duplicate":1}},"queued":25,"created_at":"2026-11-15T10:00:00.000Z","ended_at":null}
           */
          'text/event-stream': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['CrawlNotFound'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  admin_accounts: {
    parameters: {
      query?: {
        /**
         * @description `next_cursor` of the previous page.
         * @example WyJhZGEiXQ
         */
        cursor?: string;
        /**
         * @description How many items at most.
         * @example 50
         */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List accounts. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "username": "ada",
           *           "kind": "person",
           *           "admin": false,
           *           "disabled": false,
           *           "has_password": true,
           *           "created_at": "2026-11-01T09:30:00.000Z",
           *           "limits": {
           *             "burst": null,
           *             "sustained": null,
           *             "monthly": 10000,
           *             "max_parallel": null
           *           }
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': {
            items: components['schemas']['ManagedAccount'][];
            /** @description Pass it as `cursor` to read on. Null after the last item. */
            next_cursor: string | null;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ManagementForbidden'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  admin_accounts_create: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Names this request. Sent again with the same name within a day, it makes nothing new and gets the same reply.
         * @example 5f0c1b7e-3a0e-4d53-8f6c-1b2a3c4d5e6f
         */
        'idempotency-key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "username": "ada"
         *     }
         */
        'application/json': {
          /** @example ada */
          username: string;
        };
      };
    };
    responses: {
      /** @description Create an account. */
      201: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "username": "ada",
           *       "kind": "person",
           *       "admin": false,
           *       "disabled": false,
           *       "has_password": false,
           *       "created_at": "2026-11-01T09:30:00.000Z",
           *       "limits": {
           *         "burst": null,
           *         "sustained": null,
           *         "monthly": 10000,
           *         "max_parallel": null
           *       }
           *     }
           */
          'application/json': components['schemas']['ManagedAccount'];
        };
      };
      400: components['responses']['BadRequestBody'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ManagementForbidden'];
      409: components['responses']['Conflict'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['UnprocessableContent'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  admin_account: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The name of an account or a team.
         * @example ada
         */
        username: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read an account. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "username": "ada",
           *       "kind": "person",
           *       "admin": false,
           *       "disabled": false,
           *       "has_password": true,
           *       "created_at": "2026-11-01T09:30:00.000Z",
           *       "limits": {
           *         "burst": null,
           *         "sustained": null,
           *         "monthly": 10000,
           *         "max_parallel": null
           *       }
           *     }
           */
          'application/json': components['schemas']['ManagedAccount'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ManagementForbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  admin_account_change: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description The `ETag` of a reply. If somebody else has changed it since, nothing is changed, and the reply is a 412.
         * @example "3"
         */
        'if-match'?: string;
      };
      path: {
        /**
         * @description The name of an account or a team.
         * @example ada
         */
        username: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "limits": {
         *         "monthly": 10000
         *       }
         *     }
         */
        'application/json': {
          /** @description Whether it is an administrator. */
          admin?: boolean;
          /** @description Whether its keys and sessions are refused. */
          disabled?: boolean;
          /** @description The limits of all of its keys together. */
          limits?: {
            /** @description Requests in a short time, such as `10/min`, or `off`. */
            burst?: string | null;
            /** @description Requests in a longer time, such as `1000/day`, or `off`. */
            sustained?: string | null;
            /** @description Searches a month, or `off`. */
            monthly?: (number | 'off') | null;
            /** @description Requests at a time. */
            max_parallel?: number | null;
          };
        };
      };
    };
    responses: {
      /** @description Change an account. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "username": "ada",
           *       "kind": "person",
           *       "admin": false,
           *       "disabled": false,
           *       "has_password": true,
           *       "created_at": "2026-11-01T09:30:00.000Z",
           *       "limits": {
           *         "burst": null,
           *         "sustained": null,
           *         "monthly": 10000,
           *         "max_parallel": null
           *       }
           *     }
           */
          'application/json': components['schemas']['ManagedAccount'];
        };
      };
      400: components['responses']['BadRequestBody'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ManagementForbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  admin_teams: {
    parameters: {
      query?: {
        /**
         * @description `next_cursor` of the previous page.
         * @example WyJhZGEiXQ
         */
        cursor?: string;
        /**
         * @description How many items at most.
         * @example 50
         */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List teams. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "username": "blue",
           *           "kind": "team",
           *           "admin": false,
           *           "disabled": false,
           *           "has_password": false,
           *           "created_at": "2026-11-01T09:30:00.000Z",
           *           "limits": {
           *             "burst": null,
           *             "sustained": null,
           *             "monthly": 10000,
           *             "max_parallel": null
           *           },
           *           "members": [
           *             {
           *               "username": "ada",
           *               "role": "owner"
           *             }
           *           ]
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': {
            items: components['schemas']['ManagedTeam'][];
            /** @description Pass it as `cursor` to read on. Null after the last item. */
            next_cursor: string | null;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ManagementForbidden'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  admin_teams_create: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Names this request. Sent again with the same name within a day, it makes nothing new and gets the same reply.
         * @example 5f0c1b7e-3a0e-4d53-8f6c-1b2a3c4d5e6f
         */
        'idempotency-key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "username": "blue"
         *     }
         */
        'application/json': {
          /**
           * @description The name of the team.
           * @example blue
           */
          username: string;
        };
      };
    };
    responses: {
      /** @description Create a team. */
      201: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "username": "blue",
           *       "kind": "team",
           *       "admin": false,
           *       "disabled": false,
           *       "has_password": false,
           *       "created_at": "2026-11-01T09:30:00.000Z",
           *       "limits": {
           *         "burst": null,
           *         "sustained": null,
           *         "monthly": 10000,
           *         "max_parallel": null
           *       },
           *       "members": []
           *     }
           */
          'application/json': components['schemas']['ManagedTeam'];
        };
      };
      400: components['responses']['BadRequestBody'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ManagementForbidden'];
      409: components['responses']['Conflict'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['UnprocessableContent'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  admin_team: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The name of the team.
         * @example blue
         */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read a team. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "username": "blue",
           *       "kind": "team",
           *       "admin": false,
           *       "disabled": false,
           *       "has_password": false,
           *       "created_at": "2026-11-01T09:30:00.000Z",
           *       "limits": {
           *         "burst": null,
           *         "sustained": null,
           *         "monthly": 10000,
           *         "max_parallel": null
           *       },
           *       "members": [
           *         {
           *           "username": "ada",
           *           "role": "owner"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['ManagedTeam'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ManagementForbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  admin_team_delete: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The name of the team.
         * @example blue
         */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Delete a team. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "username": "blue",
           *       "kind": "team",
           *       "admin": false,
           *       "disabled": false,
           *       "has_password": false,
           *       "created_at": "2026-11-01T09:30:00.000Z",
           *       "limits": {
           *         "burst": null,
           *         "sustained": null,
           *         "monthly": 10000,
           *         "max_parallel": null
           *       }
           *     }
           */
          'application/json': components['schemas']['ManagedAccount'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ManagementForbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  admin_team_members: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The name of the team.
         * @example blue
         */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List members of a team. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "username": "ada",
           *           "role": "owner"
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': {
            items: components['schemas']['TeamMember'][];
            /** @description Pass it as `cursor` to read on. Null after the last item. */
            next_cursor: string | null;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ManagementForbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  admin_team_members_set: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The name of the team.
         * @example blue
         */
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "username": "ada"
         *     }
         */
        'application/json': {
          /** @example ada */
          username: string;
          /**
           * @default member
           * @enum {string}
           */
          role?: 'member' | 'owner';
        };
      };
    };
    responses: {
      /** @description Add a member to a team. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "username": "ada",
           *           "role": "owner"
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': {
            items: components['schemas']['TeamMember'][];
            /** @description Pass it as `cursor` to read on. Null after the last item. */
            next_cursor: string | null;
          };
        };
      };
      400: components['responses']['BadRequestBody'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ManagementForbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['UnprocessableContent'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  admin_team_members_remove: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The name of the team.
         * @example blue
         */
        name: string;
        /**
         * @description The name of the member.
         * @example ada
         */
        username: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Remove a member from a team. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [],
           *       "next_cursor": null
           *     }
           */
          'application/json': {
            items: components['schemas']['TeamMember'][];
            /** @description Pass it as `cursor` to read on. Null after the last item. */
            next_cursor: string | null;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ManagementForbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  admin_keys: {
    parameters: {
      query?: {
        /**
         * @description Only the keys of this account.
         * @example ada
         */
        owner?: string;
        /**
         * @description Only keys with this label, `name=value`, or `name` for any value.
         * @example app=bot
         */
        label?: string;
        /**
         * @description `next_cursor` of the previous page.
         * @example WyJhZGEiXQ
         */
        cursor?: string;
        /**
         * @description How many items at most.
         * @example 50
         */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List keys. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "name": "pipeline",
           *           "prefix": "trib_1a2B3c4D",
           *           "username": "ada",
           *           "made_by": "root",
           *           "created_at": "2026-11-01T09:30:00.000Z",
           *           "last_used_at": "",
           *           "last_address": "",
           *           "last_program": "",
           *           "expires_at": "",
           *           "rotated_at": "",
           *           "old_until": "",
           *           "revoked": false,
           *           "revoked_at": "",
           *           "disabled": false,
           *           "state": "active",
           *           "scopes": [
           *             "search",
           *             "read"
           *           ],
           *           "addresses": [
           *             "203.0.113.0/24"
           *           ],
           *           "engines": [],
           *           "labels": {
           *             "app": "bot"
           *           },
           *           "note": "",
           *           "limits": {
           *             "burst": "10/min",
           *             "sustained": null,
           *             "monthly": 2000,
           *             "max_parallel": null
           *           }
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': {
            items: components['schemas']['ManagedKey'][];
            /** @description Pass it as `cursor` to read on. Null after the last item. */
            next_cursor: string | null;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ManagementForbidden'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  admin_keys_create: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Names this request. Sent again with the same name within a day, it makes nothing new and gets the same reply.
         * @example 5f0c1b7e-3a0e-4d53-8f6c-1b2a3c4d5e6f
         */
        'idempotency-key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "username": "ada",
         *       "name": "pipeline",
         *       "scopes": [
         *         "search",
         *         "read"
         *       ],
         *       "limits": {
         *         "burst": "10/min"
         *       }
         *     }
         */
        'application/json': {
          /** @description What people call it. */
          name?: string;
          /** @description For its owner. */
          note?: string;
          /** @description Up to ten, in place of those before. */
          labels?: {
            [key: string]: string;
          };
          /** @description What it may do. Without any: everything but `manage`. */
          scopes?: ('search' | 'read' | 'answers' | 'maps' | 'translate' | 'status' | 'manage')[];
          /** @description The addresses and networks that it may be used from. Without any: all. */
          addresses?: string[];
          /** @description The engines that it may use. Without any: all. */
          engines?: ('engine_a' | 'engine_b' | 'engine_c')[];
          /** @description Its own limits, in place of those of the instance. */
          limits?: {
            /** @description Requests in a short time, such as `10/min`, or `off`. */
            burst?: string | null;
            /** @description Requests in a longer time, such as `1000/day`, or `off`. */
            sustained?: string | null;
            /** @description Searches a month, or `off`. */
            monthly?: (number | 'off') | null;
            /** @description Requests at a time. */
            max_parallel?: number | null;
          };
          /** @description Whether it is refused until it is enabled again. */
          disabled?: boolean;
          /** @description When it ends, ISO 8601. Null for never. */
          expires_at?: string | null;
          /**
           * @description The account or team that it belongs to.
           * @example ada
           */
          username: string;
        };
      };
    };
    responses: {
      /** @description Create a key. */
      201: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "name": "pipeline",
           *       "prefix": "trib_1a2B3c4D",
           *       "username": "ada",
           *       "made_by": "root",
           *       "created_at": "2026-11-01T09:30:00.000Z",
           *       "last_used_at": "",
           *       "last_address": "",
           *       "last_program": "",
           *       "expires_at": "",
           *       "rotated_at": "",
           *       "old_until": "",
           *       "revoked": false,
           *       "revoked_at": "",
           *       "disabled": false,
           *       "state": "active",
           *       "scopes": [
           *         "search",
           *         "read"
           *       ],
           *       "addresses": [
           *         "203.0.113.0/24"
           *       ],
           *       "engines": [],
           *       "labels": {
           *         "app": "bot"
           *       },
           *       "note": "",
           *       "limits": {
           *         "burst": "10/min",
           *         "sustained": null,
           *         "monthly": 2000,
           *         "max_parallel": null
           *       },
           *       "key": "trib_1a2B3c4D.…"
           *     }
           */
          'application/json': components['schemas']['FreshKey'];
        };
      };
      400: components['responses']['BadRequestBody'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ManagementForbidden'];
      409: components['responses']['Conflict'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['UnprocessableContent'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  admin_key: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The public part of the key.
         * @example trib_1a2B3c4D
         */
        prefix: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read a key. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "name": "pipeline",
           *       "prefix": "trib_1a2B3c4D",
           *       "username": "ada",
           *       "made_by": "root",
           *       "created_at": "2026-11-01T09:30:00.000Z",
           *       "last_used_at": "",
           *       "last_address": "",
           *       "last_program": "",
           *       "expires_at": "",
           *       "rotated_at": "",
           *       "old_until": "",
           *       "revoked": false,
           *       "revoked_at": "",
           *       "disabled": false,
           *       "state": "active",
           *       "scopes": [
           *         "search",
           *         "read"
           *       ],
           *       "addresses": [
           *         "203.0.113.0/24"
           *       ],
           *       "engines": [],
           *       "labels": {
           *         "app": "bot"
           *       },
           *       "note": "",
           *       "limits": {
           *         "burst": "10/min",
           *         "sustained": null,
           *         "monthly": 2000,
           *         "max_parallel": null
           *       }
           *     }
           */
          'application/json': components['schemas']['ManagedKey'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ManagementForbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  admin_key_revoke: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description The `ETag` of a reply. If somebody else has changed it since, nothing is changed, and the reply is a 412.
         * @example "3"
         */
        'if-match'?: string;
      };
      path: {
        /**
         * @description The public part of the key.
         * @example trib_1a2B3c4D
         */
        prefix: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Revoke a key. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "name": "pipeline",
           *       "prefix": "trib_1a2B3c4D",
           *       "username": "ada",
           *       "made_by": "root",
           *       "created_at": "2026-11-01T09:30:00.000Z",
           *       "last_used_at": "",
           *       "last_address": "",
           *       "last_program": "",
           *       "expires_at": "",
           *       "rotated_at": "",
           *       "old_until": "",
           *       "revoked": true,
           *       "revoked_at": "2026-11-15T10:00:00.000Z",
           *       "disabled": false,
           *       "state": "revoked",
           *       "scopes": [
           *         "search",
           *         "read"
           *       ],
           *       "addresses": [
           *         "203.0.113.0/24"
           *       ],
           *       "engines": [],
           *       "labels": {
           *         "app": "bot"
           *       },
           *       "note": "",
           *       "limits": {
           *         "burst": "10/min",
           *         "sustained": null,
           *         "monthly": 2000,
           *         "max_parallel": null
           *       }
           *     }
           */
          'application/json': components['schemas']['ManagedKey'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ManagementForbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  admin_key_change: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description The `ETag` of a reply. If somebody else has changed it since, nothing is changed, and the reply is a 412.
         * @example "3"
         */
        'if-match'?: string;
      };
      path: {
        /**
         * @description The public part of the key.
         * @example trib_1a2B3c4D
         */
        prefix: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "disabled": true
         *     }
         */
        'application/json': {
          /** @description What people call it. */
          name?: string;
          /** @description For its owner. */
          note?: string;
          /** @description Up to ten, in place of those before. */
          labels?: {
            [key: string]: string;
          };
          /** @description What it may do. Without any: everything but `manage`. */
          scopes?: ('search' | 'read' | 'answers' | 'maps' | 'translate' | 'status' | 'manage')[];
          /** @description The addresses and networks that it may be used from. Without any: all. */
          addresses?: string[];
          /** @description The engines that it may use. Without any: all. */
          engines?: ('engine_a' | 'engine_b' | 'engine_c')[];
          /** @description Its own limits, in place of those of the instance. */
          limits?: {
            /** @description Requests in a short time, such as `10/min`, or `off`. */
            burst?: string | null;
            /** @description Requests in a longer time, such as `1000/day`, or `off`. */
            sustained?: string | null;
            /** @description Searches a month, or `off`. */
            monthly?: (number | 'off') | null;
            /** @description Requests at a time. */
            max_parallel?: number | null;
          };
          /** @description Whether it is refused until it is enabled again. */
          disabled?: boolean;
          /** @description When it ends, ISO 8601. Null for never. */
          expires_at?: string | null;
        };
      };
    };
    responses: {
      /** @description Change a key. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "name": "pipeline",
           *       "prefix": "trib_1a2B3c4D",
           *       "username": "ada",
           *       "made_by": "root",
           *       "created_at": "2026-11-01T09:30:00.000Z",
           *       "last_used_at": "",
           *       "last_address": "",
           *       "last_program": "",
           *       "expires_at": "",
           *       "rotated_at": "",
           *       "old_until": "",
           *       "revoked": false,
           *       "revoked_at": "",
           *       "disabled": false,
           *       "state": "active",
           *       "scopes": [
           *         "search",
           *         "read"
           *       ],
           *       "addresses": [
           *         "203.0.113.0/24"
           *       ],
           *       "engines": [],
           *       "labels": {
           *         "app": "bot"
           *       },
           *       "note": "",
           *       "limits": {
           *         "burst": "10/min",
           *         "sustained": null,
           *         "monthly": 2000,
           *         "max_parallel": null
           *       }
           *     }
           */
          'application/json': components['schemas']['ManagedKey'];
        };
      };
      400: components['responses']['BadRequestBody'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ManagementForbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  admin_key_rotate: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Names this request. Sent again with the same name within a day, it makes nothing new and gets the same reply.
         * @example 5f0c1b7e-3a0e-4d53-8f6c-1b2a3c4d5e6f
         */
        'idempotency-key'?: string;
        /**
         * @description The `ETag` of a reply. If somebody else has changed it since, nothing is changed, and the reply is a 412.
         * @example "3"
         */
        'if-match'?: string;
      };
      path: {
        /**
         * @description The public part of the key.
         * @example trib_1a2B3c4D
         */
        prefix: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "until": "24h"
         *     }
         */
        'application/json': {
          /**
           * @description How long the old secret works: `24h`, or `now`. By default, `KEY_OVERLAP_HOURS`.
           * @example 24h
           */
          until?: string;
        };
      };
    };
    responses: {
      /** @description Replace the secret of a key. */
      201: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "name": "pipeline",
           *       "prefix": "trib_1a2B3c4D",
           *       "username": "ada",
           *       "made_by": "root",
           *       "created_at": "2026-11-01T09:30:00.000Z",
           *       "last_used_at": "",
           *       "last_address": "",
           *       "last_program": "",
           *       "expires_at": "",
           *       "rotated_at": "",
           *       "old_until": "",
           *       "revoked": false,
           *       "revoked_at": "",
           *       "disabled": false,
           *       "state": "active",
           *       "scopes": [
           *         "search",
           *         "read"
           *       ],
           *       "addresses": [
           *         "203.0.113.0/24"
           *       ],
           *       "engines": [],
           *       "labels": {
           *         "app": "bot"
           *       },
           *       "note": "",
           *       "limits": {
           *         "burst": "10/min",
           *         "sustained": null,
           *         "monthly": 2000,
           *         "max_parallel": null
           *       },
           *       "key": "trib_1a2B3c4D.…"
           *     }
           */
          'application/json': components['schemas']['FreshKey'];
        };
      };
      400: components['responses']['BadRequestBody'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ManagementForbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['UnprocessableContent'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  admin_usage: {
    parameters: {
      query?: {
        /**
         * @description A month (UTC), such as `2026-11`; by default, this one.
         * @example 2026-11
         */
        month?: string;
        /**
         * @description Only the keys of this account, one by one.
         * @example ada
         */
        owner?: string;
        /**
         * @description `next_cursor` of the previous page.
         * @example WyJhZGEiXQ
         */
        cursor?: string;
        /**
         * @description How many items at most.
         * @example 50
         */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read usage. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "username": "ada",
           *           "prefix": "",
           *           "month": "2026-11",
           *           "searches": 3,
           *           "days": {
           *             "2026-11-15": {
           *               "web": 2,
           *               "news": 1
           *             }
           *           }
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': {
            items: components['schemas']['ManagedUsage'][];
            /** @description Pass it as `cursor` to read on. Null after the last item. */
            next_cursor: string | null;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ManagementForbidden'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  admin_engines: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read engines. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "slug": "engine_a",
           *           "name": "Brave",
           *           "group": "web",
           *           "state": "up",
           *           "checked_at": "2026-11-15T10:00:00.000Z",
           *           "last_ok_at": "2026-11-15T10:00:00.000Z",
           *           "last_error": "",
           *           "paused_until": "",
           *           "note": ""
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': {
            items: components['schemas']['ManagedEngine'][];
            /** @description Pass it as `cursor` to read on. Null after the last item. */
            next_cursor: string | null;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ManagementForbidden'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  admin_budgets: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read budgets. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "slug": "engine_a",
           *           "name": "Brave",
           *           "day": {
           *             "limit": null,
           *             "used": 12,
           *             "left": null,
           *             "spent_on": null,
           *             "cost": 0.06
           *           },
           *           "month": {
           *             "limit": 2000,
           *             "used": 1500,
           *             "left": 500,
           *             "spent_on": "2026-11-27",
           *             "cost": 7.5
           *           },
           *           "currency": "EUR"
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': {
            items: components['schemas']['ManagedBudget'][];
            /** @description Pass it as `cursor` to read on. Null after the last item. */
            next_cursor: string | null;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ManagementForbidden'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  admin_statistics: {
    parameters: {
      query?: {
        /**
         * @description By default 7d.
         * @example 24h
         */
        period?: '24h' | '7d' | '30d' | '12m';
        /**
         * @description Only this account or team.
         * @example ada
         */
        owner?: string;
        /**
         * @description What `items` are. By default accounts, or with `owner` keys.
         * @example account
         */
        by?: 'account' | 'key' | 'label' | 'endpoint' | 'engine';
        /**
         * @description Only this key of the owner.
         * @example trib_9f2c1a7b
         */
        key?: string;
        /**
         * @description Only keys with this label.
         * @example app=bot
         */
        label?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read statistics. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "period": "7d",
           *       "step": "day",
           *       "total": {
           *         "requests": 14,
           *         "searches": 12,
           *         "errors": 1,
           *         "failures": {
           *           "timeout": 1
           *         },
           *         "refusals": {
           *           "burst": 1
           *         },
           *         "cached_share": 0.25,
           *         "p50_ms": 181,
           *         "p95_ms": 861,
           *         "upstream_calls": 9,
           *         "costs": {
           *           "EUR": 0.045
           *         }
           *       },
           *       "before": null,
           *       "points": [
           *         {
           *           "at": "2026-11-18T00:00:00.000Z",
           *           "requests": 14,
           *           "searches": 12,
           *           "errors": 1,
           *           "failures": {
           *             "timeout": 1
           *           },
           *           "refusals": {
           *             "burst": 1
           *           },
           *           "cached_share": 0.25,
           *           "p50_ms": 181,
           *           "p95_ms": 861,
           *           "upstream_calls": 9,
           *           "costs": {
           *             "EUR": 0.045
           *           }
           *         }
           *       ],
           *       "items": [
           *         {
           *           "name": "ada",
           *           "requests": 14,
           *           "searches": 12,
           *           "errors": 1,
           *           "failures": {
           *             "timeout": 1
           *           },
           *           "refusals": {
           *             "burst": 1
           *           },
           *           "cached_share": 0.25,
           *           "p50_ms": 181,
           *           "p95_ms": 861,
           *           "upstream_calls": 9,
           *           "costs": {
           *             "EUR": 0.045
           *           }
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['UsageStatistics'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ManagementForbidden'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  admin_engine_pause: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The slug of an engine or service, as in the list of engines.
         * @example engine_a
         */
        slug: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "Its answers have no dates since yesterday."
         *     }
         */
        'application/json': {
          /**
           * @description Why, for other administrators. Callers of the status endpoint read it as well.
           * @default
           * @example Its answers have no dates since yesterday.
           */
          reason?: string;
          /**
           * @description How long: `1h`, `24h`, or `until resumed`.
           * @default until resumed
           * @example 24h
           * @enum {string}
           */
          for?: '1h' | '24h' | 'until resumed';
        };
      };
    };
    responses: {
      /** @description Pause an engine. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "slug": "engine_a",
           *       "name": "Brave",
           *       "paused": true,
           *       "reason": "Its answers have no dates.",
           *       "until": "2026-11-16T10:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['EnginePause'];
        };
      };
      400: components['responses']['BadRequestBody'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ManagementForbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['UnprocessableContent'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  admin_engine_resume: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The slug of an engine or service, as in the list of engines.
         * @example engine_a
         */
        slug: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Resume an engine. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "slug": "engine_a",
           *       "name": "Brave",
           *       "paused": false,
           *       "reason": "",
           *       "until": ""
           *     }
           */
          'application/json': components['schemas']['EnginePause'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ManagementForbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      422: components['responses']['UnprocessableContent'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  admin_engine_test: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The slug of an engine or service, as in the list of engines.
         * @example engine_a
         */
        slug: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Test an engine. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "slug": "engine_a",
           *       "name": "Brave",
           *       "outcome": "ok",
           *       "ms": 412,
           *       "results": 20,
           *       "error": ""
           *     }
           */
          'application/json': components['schemas']['EngineTest'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ManagementForbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      422: components['responses']['UnprocessableContent'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  admin_audit: {
    parameters: {
      query?: {
        /**
         * @description Only what this account did.
         * @example ada
         */
        account?: string;
        /**
         * @description Only this action.
         * @example key created
         */
        action?: string;
        /**
         * @description Only what was done to this account, team, key or setting.
         * @example ada
         */
        target?: string;
        /**
         * @description Only from this time on, ISO 8601.
         * @example 2026-11-01T00:00:00Z
         */
        since?: string;
        /**
         * @description Only until this time, ISO 8601.
         * @example 2026-11-30T00:00:00Z
         */
        until?: string;
        /**
         * @description `next_cursor` of the previous page.
         * @example WyJhZGEiXQ
         */
        cursor?: string;
        /**
         * @description How many items at most.
         * @example 50
         */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read the audit log. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "id": "1794822600000-0",
           *           "at": "2026-11-16T10:30:00.000Z",
           *           "account": "ada",
           *           "key": "",
           *           "via": "page",
           *           "address": "203.0.113.9",
           *           "program": "Mozilla/5.0",
           *           "request_id": "5f0c1b7e-3a0e-4d53-8f6c-1b2a3c4d5e6f",
           *           "action": "key changed",
           *           "target": "trib_1a2B3c4D",
           *           "before": {
           *             "name": "laptop"
           *           },
           *           "after": {
           *             "name": "phone",
           *             "burst": "10/min"
           *           }
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': {
            items: components['schemas']['AuditEntry'][];
            /** @description Pass it as `cursor` to read on. Null after the last item. */
            next_cursor: string | null;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ManagementForbidden'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  admin_alerts: {
    parameters: {
      query?: {
        /**
         * @description Those that are open, or that have ended.
         * @example open
         */
        state?: 'open' | 'ended';
        /**
         * @description `next_cursor` of the previous page.
         * @example WyJhZGEiXQ
         */
        cursor?: string;
        /**
         * @description How many items at most.
         * @example 50
         */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List alerts. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "id": "engine_failing:engine_a",
           *           "kind": "engine_failing",
           *           "subject": "engine_a",
           *           "account": "",
           *           "since": "2026-11-18T20:15:00.000Z",
           *           "until": "",
           *           "text": "Brave (engine_a) has been failing for more than ten minutes: no answer in time.",
           *           "facts": {
           *             "name": "Brave",
           *             "group": "web",
           *             "error": "no answer in 3000 ms",
           *             "code": "timeout"
           *           }
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': {
            items: components['schemas']['Alert'][];
            /** @description Pass it as `cursor` to read on. Null after the last item. */
            next_cursor: string | null;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ManagementForbidden'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  admin_requests: {
    parameters: {
      query?: {
        /**
         * @description Only requests of this account.
         * @example ada
         */
        account?: string;
        /**
         * @description Only requests of this key.
         * @example trib_1a2B3c4D
         */
        prefix?: string;
        /**
         * @description Only this status, such as `429`, or one of a kind, such as `4xx`.
         * @example 4xx
         */
        status?: string;
        /**
         * @description Only this reason.
         * @example burst
         */
        reason?:
          | 'no_key'
          | 'bad_key'
          | 'bad_keys'
          | 'disabled'
          | 'switched_off'
          | 'address'
          | 'scope'
          | 'burst'
          | 'sustained'
          | 'parallel'
          | 'month'
          | 'parameter'
          | 'too_large'
          | 'not_found'
          | 'method'
          | 'conflict'
          | 'not_offered'
          | 'not_configured'
          | 'timeout'
          | 'engines'
          | 'no_worker'
          | 'overloaded'
          | 'redis'
          | 'unavailable'
          | 'internal'
          | 'client_left'
          | 'refused';
        /**
         * @description Only requests that this engine took part in.
         * @example engine_a
         */
        engine?: string;
        /**
         * @description Only this endpoint, tool or page.
         * @example web
         */
        endpoint?: string;
        /**
         * @description Only the request with this `X-Request-Id`.
         * @example 5f0c1b7e-3a0e-4d53-8f6c-1b2a3c4d5e6f
         */
        id?: string;
        /**
         * @description `next_cursor` of the previous page.
         * @example WyJhZGEiXQ
         */
        cursor?: string;
        /**
         * @description How many items at most.
         * @example 50
         */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read the log of requests. */
      200: {
        headers: {
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "id": "5f0c1b7e-3a0e-4d53-8f6c-1b2a3c4d5e6f",
           *           "at": "2026-11-16T10:30:00.000Z",
           *           "ms": 412,
           *           "account": "ada",
           *           "prefix": "trib_1a2B3c4D",
           *           "labels": {
           *             "team": "blue"
           *           },
           *           "endpoint": "web",
           *           "status": 200,
           *           "reason": "",
           *           "cost": 1,
           *           "cached": false,
           *           "engines": [
           *             {
           *               "engine": "engine_a",
           *               "outcome": "ok",
           *               "ms": 398
           *             },
           *             {
           *               "engine": "engine_b",
           *               "outcome": "cached",
           *               "ms": null
           *             }
           *           ],
           *           "trace_id": "",
           *           "program": "curl/8.5.0",
           *           "one_of": 1
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': {
            items: components['schemas']['LoggedRequest'][];
            /** @description Pass it as `cursor` to read on. Null after the last item. */
            next_cursor: string | null;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ManagementForbidden'];
      429: components['responses']['TooManyRequests'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
}
