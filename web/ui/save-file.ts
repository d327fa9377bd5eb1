interface SavedFile {
  name: string
  /** Without the character set: text is always UTF-8. */
  mediaType: string
  content: string
}

/** Hands a text to the browser's downloads. */
export const saveFile = ({ name, mediaType, content }: SavedFile) => {
  const address = URL.createObjectURL(new Blob([content], { type: `${mediaType};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
