import type { QRCodeSegment } from 'qrcode';

/** Runs of digits, capitals and signs that are long enough for QR codes to write in fewer than eight bits each. */
const SHORTER = /\d{3}|[0-9A-Z $%*+\-./:]{4}|^[0-9A-Z $%*+\-./:]+$/;

/**
 * The segments of a text. A change of encoding costs at least 13 bits, which short runs never save. In that case the
 * whole text is bytes, and the library need not search for the best segments.
 */
export function segmentsOf(text: string): string | QRCodeSegment[] {
  return SHORTER.test(text) ? text : [{ data: Buffer.from(text, 'utf8'), mode: 'byte' }];
}
