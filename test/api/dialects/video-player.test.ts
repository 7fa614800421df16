import { expect, test } from 'vitest';
import { playerUrl } from '../../../api/dialects/video-player.ts';

const YOUTUBE = 'https://www.youtube-nocookie.com/embed/aB3_-xYz012';
const PLAYERS: [address: string, player: string | undefined][] = [
  ['https://www.youtube.com/watch?v=aB3_-xYz012', YOUTUBE],
  ['https://m.youtube.com/watch?list=PL1&v=aB3_-xYz012&t=10', YOUTUBE],
  ['https://youtube.com/shorts/aB3_-xYz012', YOUTUBE],
  ['https://www.youtube.com/embed/aB3_-xYz012', YOUTUBE],
  ['https://youtu.be/aB3_-xYz012?t=3', YOUTUBE],
  ['https://vimeo.com/249336742', 'https://player.vimeo.com/video/249336742'],
  ['https://www.dailymotion.com/video/x8abc12', 'https://www.dailymotion.com/embed/video/x8abc12'],
  ['https://dai.ly/x8abc12', 'https://www.dailymotion.com/embed/video/x8abc12'],
  ['https://www.youtube.com/@someone', undefined],
  ['https://www.youtube.com/watch?v=aB3_-xYz0123', undefined],
  ['https://vimeo.com/channels/staffpicks', undefined],
  ['https://evil.example/www.youtube.com/watch?v=aB3_-xYz012', undefined],
  ['https://www.youtube.com.evil.example/watch?v=aB3_-xYz012', undefined],
];
test.each(PLAYERS)('the player of %s is %s', (address, player) => {
  expect(playerUrl(new URL(address))).toBe(player);
});
