interface SavedFile {
  name: string
  /** The type of a text without the character set, which is always UTF-8. */
  mediaType?: string
  content: string | Blob
}

const asBlob = ({ mediaType, content }: SavedFile) =>
  typeof content === 'string' ? new Blob([content], { type: `${mediaType ?? 'text/plain'};charset=utf-8` }) : content

/** Saves a text or a file as a download of the browser. */
export const saveFile = (file: SavedFile) => {
  const { name } = file
  const address = URL.createObjectURL(asBlob(file))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
