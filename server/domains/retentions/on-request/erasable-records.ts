import { counted } from '#contract/counted.ts'
import { fullName } from '#contract/person-names.ts'
import { ERASURE_TEXTS } from '#contract/retentions/retentions.on-request.ts'
import type { Subject } from '#contract/subjects.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { readErasableAccount } from '#server/domains/users/users.erasure.shared.ts'
import { found } from '#server/http/api-error.ts'
import {
  findApplicationFacts,
  findContactFacts,
  findEmployeeFacts,
  findGuardianFacts,
  findPupilFacts,
} from './erasable-records.queries.ts'
import { countOtherApplications } from './erase-guardians.queries.ts'

export interface ErasableRecord {
  name: string
  /** Why it cannot be erased now. */
  refusal: string | null
  /** What else is erased, in German sentences. */
  consequences: string[]
}

/** The first refusal that applies. */
const refusalOf = (...reasons: [holds: boolean, text: string][]) => reasons.find(([holds]) => holds)?.[1] ?? null

type Find = (tx: SchoolTransaction, id: number, reader: Reader) => Promise<ErasableRecord>

const MAILS = 'Im Postausgang werden die Zeilen zu diesen Personen gelöscht.'

const findPupil: Find = async (tx, id, { today }) => {
  const facts = found(await findPupilFacts(tx, id, today))
  return {
    name: fullName(facts),
    refusal: refusalOf(
      [facts.is_restricted, ERASURE_TEXTS.restricted],
      [facts.is_held, ERASURE_TEXTS.held],
      [facts.is_application_held, ERASURE_TEXTS.applicationHeld],
      [facts.is_here, ERASURE_TEXTS.stillHere],
    ),
    consequences: [
      'Die ganze Akte wird gelöscht: auch Klassen, Krankmeldungen, Fehlzeiten, Einwilligungen, Notizen und vertrauliche Angaben. In der Statistik bleibt nur die Zahl.',
      ...(facts.guardians > 0
        ? [
            `Ohne weiteres Kind an der Schule und deshalb mit gelöscht: ${counted(facts.guardians, 'sorgeberechtigte Person', 'sorgeberechtigte Personen')}.`,
          ]
        : []),
      ...(facts.applications > 0 ? ['Die Bewerbung, aus der diese Akte entstand, wird mit gelöscht.'] : []),
      MAILS,
    ],
  }
}

const findEmployee: Find = async (tx, id, { today }) => {
  const facts = found(await findEmployeeFacts(tx, id, today))
  return {
    name: fullName(facts),
    refusal: refusalOf(
      [facts.is_restricted, ERASURE_TEXTS.restricted],
      [facts.is_held, ERASURE_TEXTS.held],
      [facts.is_here, ERASURE_TEXTS.stillEmployed],
    ),
    consequences: [
      'Der ganze Eintrag wird gelöscht, auch die Aufgaben in früheren Klassen. Ein Benutzerkonto bleibt, bis Sie es löschen.',
    ],
  }
}

const findApplication: Find = async (tx, id) => {
  const facts = found(await findApplicationFacts(tx, id))
  return {
    name: fullName(facts),
    refusal: refusalOf([facts.is_restricted, ERASURE_TEXTS.restricted], [facts.is_held, ERASURE_TEXTS.held]),
    consequences: ['Die ganze Bewerbung wird gelöscht, mit Kontakten, Notizen und Verlauf.', MAILS],
  }
}

const findGuardian: Find = async (tx, id, { today }) => {
  const facts = found(await findGuardianFacts(tx, id, today))
  const others = await countOtherApplications(tx, id)
  return {
    name: fullName(facts),
    refusal: refusalOf(
      [facts.is_restricted, ERASURE_TEXTS.restricted],
      [facts.is_held, ERASURE_TEXTS.childHeld],
      [facts.is_last_custodian, ERASURE_TEXTS.lastCustodian],
    ),
    consequences: [
      facts.children > 1
        ? `Die Person wird bei ${counted(facts.children, 'Kind', 'Kindern')} gelöscht.`
        : 'Die Person und ihre Zuordnung zum Kind werden gelöscht.',
      'Dieselbe Person geht auch in der Bewerbung dieser Kinder, in Krankmeldungen und in Anfragen zum Datenschutz.',
      ...(others > 0
        ? [
            `In ${counted(others, 'anderen Bewerbung', 'anderen Bewerbungen')} ist sie weiter Kontakt, bis Sie diese löschen.`,
          ]
        : []),
      MAILS,
    ],
  }
}

const findContact: Find = async (tx, id) => {
  const facts = found(await findContactFacts(tx, id))
  return {
    name: fullName(facts),
    refusal: refusalOf([facts.is_restricted, ERASURE_TEXTS.restricted], [facts.is_held, ERASURE_TEXTS.childHeld]),
    consequences: ['Die Kontaktperson wird bei diesem Kind gelöscht.'],
  }
}

const findAccount: Find = async (tx, id, { viewer }) => ({
  ...(await readErasableAccount(tx, { viewer, id })),
  consequences: [
    'Das Konto wird sofort gelöscht, nicht erst nach sechs Monaten. In den Benutzeraktionen steht dann „Gelöschter Benutzer“.',
  ],
})

const FINDERS: Record<Subject, Find> = {
  pupil: findPupil,
  employee: findEmployee,
  registration: findApplication,
  guardian: findGuardian,
  contact_person: findContact,
  user: findAccount,
}

/** The record with what erasing it means; 404 when there is none. */
export const findErasable = (
  tx: SchoolTransaction,
  { subject, id }: { subject: Subject; id: number },
  reader: Reader,
) => FINDERS[subject](tx, id, reader)
