import { decrypt, encrypt, type SecretRing } from '#server/secret-keys.ts'

/** The row to which an encrypted content belongs. */
export interface Place {
  school_id: number
  pupil_id: number
  id: number
}

/**
 * A separate key for each row: a ciphertext that was moved to another row, child or school cannot be decrypted there.
 */
export const sensitivePurpose = ({ school_id, pupil_id, id }: Place) => `pupil sensitive ${school_id}/${pupil_id}/${id}`

export type Content = Record<string, string | null>

/** Padded to whole blocks, so that the length does not reveal which of a few choices was made. */
const BLOCK = 64

export const sealContent = (keys: SecretRing, place: Place, content: Content) => {
  const json = JSON.stringify(content)
  return encrypt(keys, sensitivePurpose(place), json.padEnd(Math.ceil(json.length / BLOCK) * BLOCK))
}

/** Undefined when it cannot be decrypted: its key is lost, or it was changed or moved. */
export const openContent = (keys: SecretRing, place: Place, sealed: Buffer): Content | undefined => {
  try {
    return JSON.parse(decrypt(keys, sensitivePurpose(place), sealed))
  } catch {
    return undefined
  }
}
