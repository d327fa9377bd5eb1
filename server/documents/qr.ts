import qrcode from 'qrcode'

/** A text as a QR code: an SVG with a quiet zone, black on white, without a fixed size. */
export const qrSvg = (text: string) => qrcode.toString(text, { type: 'svg', margin: 4, errorCorrectionLevel: 'M' })
