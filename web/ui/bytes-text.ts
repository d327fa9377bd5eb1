const NUMBER = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 1 })
const SIZES = [
  { bytes: 1e12, unit: 'TB' },
  { bytes: 1e9, unit: 'GB' },
  { bytes: 1e6, unit: 'MB' },
] as const

/** „1,2“ */
export const shortNumber = (value: number) => NUMBER.format(value)

/** „48 MB“, „1,2 GB“. */
export const bytesText = (bytes: number) => {
  const size = SIZES.find((one) => bytes >= one.bytes) ?? { bytes: 1000, unit: 'kB' }
  return `${shortNumber(bytes / size.bytes)} ${size.unit}`
}
