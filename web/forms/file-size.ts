import { FILE_MESSAGES } from '#contract/formats.ts'
import { largeBytesText } from '#web/ui/bytes-text.ts'

type Sized = Pick<File, 'name' | 'size'>

/** „gross.pdf ist 11,5 MB groß, erlaubt sind 10 MB.“ and what helps. */
export const tooLargeText = ({ name, size }: Sized, limit: string) =>
  `${name} ist ${largeBytesText(size)} groß, erlaubt sind ${limit}. Bitte verkleinern oder aufteilen.`

/** The fixed text of spec §5, after the name and the size of the file. */
export const fixedTooLargeText = ({ name, size }: Sized, limit: string) =>
  `„${name}“ ist ${largeBytesText(size)} groß. ${FILE_MESSAGES.size(limit)}`
