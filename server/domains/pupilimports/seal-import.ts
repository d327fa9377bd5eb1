import { decrypt, decryptBytes, encrypt, type SecretRing } from '#server/secret-keys.ts'

/** The keys, and the import to which the file belongs. */
export interface Sealing {
  keys: SecretRing
  school_id: number
  id: number
}

/** A file that was moved to another import or school cannot be opened there. */
const purposeOf = (name: string, { school_id, id }: Omit<Sealing, 'keys'>) => ({ name, place: `${school_id}/${id}` })

const FILE = 'pupil import'
export const filePurpose = (place: Omit<Sealing, 'keys'>) => purposeOf(FILE, place)
export const sealFile = (to: Sealing, content: Uint8Array) => encrypt(to.keys, filePurpose(to), content)
export const openFile = (of: Sealing, sealed: Buffer) => decryptBytes(of.keys, filePurpose(of), sealed)

const PREVIEW = 'pupil import preview'
export const previewPurpose = (place: Omit<Sealing, 'keys'>) => purposeOf(PREVIEW, place)
type Preview = string[][]
export const sealPreview = (to: Sealing, rows: Preview) => encrypt(to.keys, previewPurpose(to), JSON.stringify(rows))
export const openPreview = (of: Sealing, sealed: Buffer): Preview =>
  JSON.parse(decrypt(of.keys, previewPurpose(of), sealed))
