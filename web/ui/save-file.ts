interface SavedFile {
  name: string
  /** Of a text, without the character set: that is always UTF-8. */
  mediaType?: string
  content: string | Blob
}

const asBlob = ({ mediaType, content }: SavedFile) =>
  typeof content === 'string' ? new Blob([content], { type: `${mediaType ?? 'text/plain'};charset=utf-8` }) : content

/** Hands a text or a file to the browser's downloads. */
export const saveFile = (file: SavedFile) => {
  const { name } = file
  const address = URL.createObjectURL(asBlob(file))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
