import type { PackageSection } from '#contract/accesspackages/accesspackages.tree.ts'
import type { PackageRecipient } from '#contract/accesspackages/accesspackages.ts'
import { isOfAge } from '#contract/dates.ts'
import { fullName, titledName } from '#contract/person-names.ts'
import type { FamilyView, Relative } from './audience.ts'
import type { PackageContext } from './package-context.ts'
import { listRows, type StoredRow } from './package-rows.queries.ts'
import { factsOf } from './shown-facts.ts'
import { PUPIL_TABLES } from './shown-pupil.ts'
import { entry, section } from './tree.ts'

export interface Family {
  relatives: readonly Relative[]
  contacts: readonly StoredRow[]
  /** Names of the guardians by their ids, for consents. */
  names: ReadonlyMap<number, string>
}

/** The parts of an address that tell where somebody lives. */
export const omittedHome = ['street', 'house_number', 'address_extra', 'zip', 'city', 'country']

/** Why a guardian does not get what is stored about a child; null: the guardian does. */
export const refusalFor = (relation: StoredRow, pupil: StoredRow, today: string): PackageRecipient['refusal'] => {
  if (isOfAge(String(pupil.birthdate), today)) return 'of_age'
  return relation.has_custody === true ? null : 'custody'
}

const nameOf = (row: StoredRow) => fullName(row as never)

/** Guardians and contact persons of a child; those in the bin belong to nobody. */
export async function readFamily(tx: PackageContext['tx'], pupilId: number): Promise<Family> {
  const relations = await listRows(tx, 'pupil_guardian', { column: 'pupil_id', ids: [pupilId] })
  const ids = relations.map(({ guardian_id }) => Number(guardian_id))
  const guardians = await listRows(tx, 'guardian', { column: 'id', ids })
  const relatives = relations.flatMap((relation) => {
    const guardian = guardians.find(({ id }) => id === relation.guardian_id)
    return guardian && guardian.deleted_at === null ? [{ guardian, relation }] : []
  })
  return {
    relatives,
    contacts: await listRows(tx, 'pupil_contact_person', { column: 'pupil_id', ids: [pupilId] }),
    names: new Map(guardians.map((guardian) => [guardian.id, nameOf(guardian)])),
  }
}

/** What a child's package says of a guardian whose contact data it may not contain. */
const NAME_ONLY = ['title', 'firstname', 'lastname']
const RELATION_OF_OTHERS = ['relationship', 'has_custody', 'may_pickup']

const without = (table: { shown: object }, kept: readonly string[]) =>
  Object.keys(table.shown).filter((key) => !kept.includes(key))

const guardianEntry = ({ names }: PackageContext, { guardian, relation }: Relative, seesContact: boolean) => {
  const { guardian: person, pupil_guardian: bond } = PUPIL_TABLES
  const title = titledName(guardian as never)
  const omitPerson = seesContact ? [] : without(person, NAME_ONLY)
  const omitBond = seesContact ? [] : without(bond, RELATION_OF_OTHERS)
  return entry(
    [
      ...factsOf(person, guardian, { names, omit: omitPerson }),
      ...factsOf(bond, relation, { names, omit: [...omitBond, 'created_at', 'updated_at'] }),
    ],
    title,
  )
}

const APART =
  'Telefon, E-Mail und Anschrift stehen nur bei Personen, die unter derselben Anschrift wohnen (Art. 15 Abs. 4 DSGVO).'

/** The people around a child as the reader may see them. */
export const familySections = (context: PackageContext, family: Family, view: FamilyView): PackageSection[] => {
  const { names } = context
  const isComplete = family.relatives.every(view.seesContact)
  return [
    section('guardians', 'Sorgeberechtigte', {
      paragraphs: isComplete ? [] : [APART],
      entries: family.relatives.map((relative) => guardianEntry(context, relative, view.seesContact(relative))),
    }),
    section('contact_persons', 'Weitere Kontaktpersonen', {
      entries: family.contacts.map((row) =>
        entry(
          factsOf(PUPIL_TABLES.pupil_contact_person, row, { names, omit: view.seesHome ? [] : ['phone'] }),
          nameOf(row),
        ),
      ),
    }),
  ]
}
