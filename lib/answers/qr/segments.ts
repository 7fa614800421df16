import type { QRCodeSegment } from 'qrcode';

/** Digits, capitals and signs that QR codes can write in fewer bits than a byte each, where there are enough in a row. */
const SHORTER = /\d{3}|[0-9A-Z $%*+\-./:]{4}|^[0-9A-Z $%*+\-./:]+$/;

/**
 * The parts that a text is written in. To change the way of writing takes 13 bits and more, which fewer characters never save:
 * the text is then bytes from end to end, and the library need not search for the best way.
 */
export function segmentsOf(text: string): string | QRCodeSegment[] {
  return SHORTER.test(text) ? text : [{ data: Buffer.from(text, 'utf8'), mode: 'byte' }];
}
