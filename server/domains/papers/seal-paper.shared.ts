import { decryptBytes, encrypt, type SecretRing } from '#server/secret-keys.ts'

interface Place {
  school_id: number
  id: number
}

/** Bytes that were moved to another row or school cannot be opened there; the paper of an application keeps its row. */
export const paperPurpose = ({ school_id, id }: Place) => ({ name: 'paper', place: `${school_id}/${id}` })

export const sealPaper = (keys: SecretRing, place: Place, content: Uint8Array) =>
  encrypt(keys, paperPurpose(place), content)

/** Throws when its key is lost, or it was changed or moved. */
export const openSealedPaper = (keys: SecretRing, place: Place, sealed: Buffer) =>
  new Uint8Array(decryptBytes(keys, paperPurpose(place), sealed))
