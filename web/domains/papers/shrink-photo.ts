/** Pixels of the longer side: A4 with 200 dots per inch, the size that the server stores. */
const SIDE = 2339
const QUALITY = 0.85
const PREVIEW_SIDE = 160

/** A photo that is ready to be sent; the preview is the address of a small picture. */
export interface ReadyPhoto {
  file: Blob
  preview?: string
}

const drawn = (image: ImageBitmap, sideMax: number) => {
  const scale = Math.min(1, sideMax / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(image.width * scale)
  canvas.height = Math.round(image.height * scale)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas
}

/**
 * Makes a photo small before it is sent, so that a slow line is enough and its place and time stay on the phone. What the
 * browser cannot read goes as it is: the server says what is wrong with it.
 */
export async function shrinkPhoto(file: File): Promise<ReadyPhoto> {
  try {
    const image = await createImageBitmap(file)
    const canvas = drawn(image, SIDE)
    const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
    const preview = drawn(image, PREVIEW_SIDE).toDataURL('image/jpeg')
    image.close()
    return small ? { file: small, preview } : { file }
  } catch {
    return { file }
  }
}
