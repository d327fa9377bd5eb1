import { whenUsed } from '#contract/when-used.ts'

const numbers = whenUsed(() => new Intl.NumberFormat('de-DE', { maximumFractionDigits: 1 }))
const SIZES = [
  { bytes: 1e12, unit: 'TB' },
  { bytes: 1e9, unit: 'GB' },
  { bytes: 1e6, unit: 'MB' },
] as const

/** „1,2“ */
export const shortNumber = (value: number) => numbers().format(value)

const sizeOf = (bytes: number) => SIZES.find((one) => bytes >= one.bytes) ?? { bytes: 1000, unit: 'kB' }

/** „48 MB“, „1,2 GB“. */
export const bytesText = (bytes: number) => {
  const size = sizeOf(bytes)
  return `${shortNumber(bytes / size.bytes)} ${size.unit}`
}

/** The same rounded up, so that what is larger than a limit also reads so. */
export const largeBytesText = (bytes: number) => {
  const { bytes: step } = sizeOf(bytes)
  return bytesText((Math.ceil((bytes / step) * 10) / 10) * step)
}
