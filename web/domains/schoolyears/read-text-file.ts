/** A text file in UTF-8, or as Excel on Windows writes it: bytes that are no UTF-8 are Windows-1252. */
export const decodeText = (bytes: ArrayBuffer) => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

export const readTextFile = async (file: Blob) => decodeText(await file.arrayBuffer())
