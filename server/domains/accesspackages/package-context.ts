import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import type { Audience } from './audience.ts'
import type { Names } from './shown-facts.ts'

/** A file of the package. */
export interface PackageFile {
  name: string
  content: Uint8Array
}

/** What every part of a package needs: the transaction, bound to the school that is read, and who gets it. */
export interface PackageContext {
  tx: SchoolTransaction
  schoolId: number
  keys: SecretRing
  acting: Acting
  names: Names
  audience: Audience
  /** The files that lie beside the text in the package, collected while it is read. */
  files: PackageFile[]
  /** Free texts are included; without it a package names that there are some. */
  seesTexts: boolean
}
