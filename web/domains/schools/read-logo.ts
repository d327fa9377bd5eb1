import { FILE_MESSAGES } from '#contract/formats.ts'
import { LOGO_BYTES, LOGO_LIMIT, LOGO_TYPES, SCHOOL_TEXTS } from '#contract/schools/schools.ts'

/** What is wrong with the chosen files before anything is sent, in the words of spec §5. */
export const logoRefusal = (files: readonly Pick<File, 'type' | 'size'>[]) => {
  const [file] = files
  if (files.length > 1) return FILE_MESSAGES.count(1)
  if (file?.size === 0) return SCHOOL_TEXTS.logoEmpty
  if (!file || !(LOGO_TYPES as readonly string[]).includes(file.type)) return FILE_MESSAGES.type
  return file.size > LOGO_BYTES ? FILE_MESSAGES.size(LOGO_LIMIT) : undefined
}

/** The base64 of a data address. */
export const contentOf = (address: string) => address.slice(address.indexOf(',') + 1)

export const readAsAddress = (file: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
