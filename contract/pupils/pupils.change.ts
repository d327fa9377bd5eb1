import { z } from 'zod'
import { addDays, ageOn } from '#contract/dates.ts'
import { endpoint } from '#contract/endpoint.ts'
import { KnownGuardianForm, NewGuardianForm } from '#contract/families/families.change.ts'
import { Id, IdParam, IsoDate, MESSAGES, PersonName, Version } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { changeOf, newOf } from '#contract/record.ts'
import { DuplicatePupil } from '#contract/registrations/registrations.transform.ts'
import { Pupil } from './pupil.record.ts'
import { ChosenPupils, PupilForAll } from './pupils.ts'

/** Days after which a pupil can only leave and not be deleted any more (domain §9b). */
export const REMOVABLE_DAYS = 14

/** Whether a pupil has attended for 14 days at most, first and last day counted: the proof of more must stay. */
export const isRemovable = (stay: { date_entry: string; date_exit: string | null }, today: string) => {
  const last = stay.date_exit !== null && stay.date_exit < today ? stay.date_exit : today
  return last < addDays(stay.date_entry, REMOVABLE_DAYS)
}

const ENTRY_AGES = { min: 4, max: 20 }

/** Domain §1.5: 4 to 20 years old on 1 August of the year of entry. */
export const isOfSchoolAge = (birthdate: string, entry: string) => {
  const age = ageOn(birthdate, `${entry.slice(0, 4)}-08-01`)
  return ENTRY_AGES.min <= age && age <= ENTRY_AGES.max
}

/**
 * Sections of the page are edited separately; each sends its changed fields (domain §1.5). An exit has a separate form.
 */
export const PupilChange = changeOf(Pupil.omit({ date_exit: true, exit_reason: true, next_school: true }))
export type PupilChange = z.output<typeof PupilChange>

const Entered = newOf(Pupil)

/** A new child; 409 with `DuplicatesReply` when it may already be on record: `force` adds it anyway. */
export const NewPupilForm = Entered.pick({
  lastname: true,
  lastname_prefix: true,
  firstname: true,
  gender: true,
  birthdate: true,
  date_entry: true,
  street: true,
  house_number: true,
  zip: true,
  city: true,
  phone: true,
  mail: true,
}).extend({
  /** The grade on the day of entry; with a class it must be one of the class's grades. */
  schoolgrade_id: Id,
  schoolclass_id: Id.nullable().default(null),
  guardians: z.array(NewGuardianForm).max(2).default([]),
  /** Guardians of siblings who become this child's, too; they come before new ones. */
  known_guardians: z.array(KnownGuardianForm).max(2).default([]),
  /** Adds the child even if one with the same names and birth date is on record (domain §3.3). */
  force: z.boolean().default(false),
})
export type NewPupilForm = z.output<typeof NewPupilForm>

/** The last day at the school; null takes the exit back. */
export const PupilExitForm = Entered.pick({ exit_reason: true, next_school: true }).extend({
  date_exit: IsoDate.nullable(),
  version: Version.optional(),
})
export type PupilExitForm = z.output<typeof PupilExitForm>

/** Fixed texts of refusals. */
export const PUPIL_TEXTS = {
  mustLeave: 'Wer die Schule länger als 14 Tage besucht hat, wird nicht gelöscht. Bitte tragen Sie einen Abgang ein.',
  notDeletedAfterExit:
    'Wer die Schule länger als 14 Tage besucht hat, wird nicht gelöscht. Der Abgang ist schon eingetragen.',
  cannotDelete: (count: number) =>
    count === 1
      ? 'Ein Kind ist länger als 14 Tage an der Schule und lässt sich nicht löschen.'
      : `${count} Kinder sind länger als 14 Tage an der Schule und lassen sich nicht löschen.`,
  exitBeforeEntry: 'Der Abgang liegt vor der Aufnahme.',
  reasonMissing: 'Bitte wählen Sie den Grund des Abgangs.',
  ageAtEntry: `Am 1. August des Aufnahmejahres muss das Kind zwischen ${ENTRY_AGES.min} und ${ENTRY_AGES.max} Jahre alt sein.`,
  entryAfterClass: 'Die Aufnahme läge nach dem Beginn der ersten Klasse dieses Kindes.',
  immigrationEarly: 'Das Jahr des Zuzugs liegt vor der Geburt.',
  bornLater: MESSAGES.ahead,
  immigrationLater: 'Dieses Jahr liegt in der Zukunft.',
  immigrationInland: 'Ein Jahr des Zuzugs gibt es nur bei einem Geburtsland außerhalb Deutschlands.',
  duplicate: 'Dieses Kind ist schon erfasst.',
  noYear: 'Zu diesem Tag ist kein Schuljahr angelegt.',
  classOfOtherYear: 'Diese Klasse gehört nicht zum Schuljahr der Aufnahme.',
  onlyAttending: 'Der Status lässt sich nur ändern, solange das Kind die Schule besucht.',
  proofDayMissing: 'Bitte geben Sie auch an, wann der Nachweis gesehen wurde.',
  languageEnd: 'Das Ende liegt vor dem Beginn.',
} as const

/** Why a pupil who attended for long is not deleted, and what to do instead, if anything. */
export const notDeletedText = ({ date_exit }: { date_exit?: string | null | undefined }) =>
  date_exit ? PUPIL_TEXTS.notDeletedAfterExit : PUPIL_TEXTS.mustLeave

/** The 422 of `massDelete` when some may not be deleted: then none was. */
export const MassDeleteRefusal = z.object({ message: z.string(), blocked_ids: z.array(Id) })

/** Who may already be this child (domain §3.3): `exact` stops a new record, `likely` only warns. */
export const DuplicateQuestion = z.object({ firstname: PersonName, lastname: PersonName, birthdate: IsoDate })

interface Immigration {
  immigration_year: number | null
  birth_country: string | null
  birthdate: string
}

/** Why the year of arrival is impossible (domain §1.5); undefined when it is possible. */
export const immigrationRefusal = ({ immigration_year, birth_country, birthdate }: Immigration, today: string) => {
  if (immigration_year === null) return undefined
  if (birth_country === 'DEU') return PUPIL_TEXTS.immigrationInland
  if (immigration_year < Number(birthdate.slice(0, 4))) return PUPIL_TEXTS.immigrationEarly
  return immigration_year > Number(today.slice(0, 4)) ? PUPIL_TEXTS.immigrationLater : undefined
}

const NamedPupil = PupilForAll.pick({ id: true, firstname: true, lastname: true, lastname_prefix: true })

/** The reply after a restore; `renewed_links`: ids of pupils whose printed parents' link no longer works. */
const BackReply = MessageReply.extend({ renewed_links: z.array(Id) })
export type BackReply = z.output<typeof BackReply>

const access = 'manage pupil' as const

export const pupilChangeEndpoints = {
  add: endpoint({
    method: 'POST',
    path: '/api/admin/pupil',
    access,
    body: NewPupilForm,
    response: MessageReply.extend({ id: Id }),
    status: 201,
    idempotent: true,
    summary: 'Schülerin oder Schüler anlegen; mögliche Dubletten ergeben 409',
  }),
  findDuplicates: endpoint({
    method: 'POST',
    path: '/api/admin/pupil/duplicates',
    access,
    body: DuplicateQuestion,
    response: z.object({ exact: z.array(DuplicatePupil), likely: z.array(DuplicatePupil) }),
    summary: 'Wer dieses Kind schon sein könnte; fragt nur und ändert nichts',
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/admin/pupil/:id',
    access,
    params: IdParam,
    body: PupilChange,
    response: MessageReply,
    summary: 'Stammdaten ändern; sendet nur die geänderten Angaben',
  }),
  leave: endpoint({
    method: 'PUT',
    path: '/api/admin/pupil/:id/exit',
    access,
    params: IdParam,
    body: PupilExitForm,
    response: BackReply,
    summary: 'Abgang mit letztem Tag und Grund; ohne Tag wird er zurückgenommen',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/pupil/:id',
    access,
    params: IdParam,
    response: MessageReply,
    summary: 'In den Papierkorb, solange der Besuch höchstens 14 Tage dauerte',
  }),
  massDelete: endpoint({
    method: 'POST',
    path: '/api/admin/pupil/massDelete',
    access,
    /** The specification leaves the body open: `ids` is ours (domain §9a), `pupil_ids[]` the name of its security cases. */
    body: z.union([z.object({ ids: ChosenPupils }), z.object({ pupil_ids: ChosenPupils })]),
    /** Names the pupils, so that single ones can be restored. */
    response: MessageReply.extend({ deleted: z.array(Id), pupils: z.array(NamedPupil) }),
    idempotent: true,
    summary: 'Mehrere in den Papierkorb, alle oder keine',
  }),
  checkMassDelete: endpoint({
    method: 'POST',
    path: '/api/admin/pupil/massDelete/check',
    access,
    body: z.object({ ids: ChosenPupils }),
    /** Names the first ones, because the page has only ids of pupils selected through a filter. */
    response: z.object({
      blocked_ids: z.array(Id),
      blocked: z.array(NamedPupil),
    }),
    summary: 'Wer von ihnen nur abgehen kann; nichts wird gelöscht',
  }),
  restore: endpoint({
    method: 'PUT',
    path: '/api/admin/pupil/:id/restore',
    access,
    params: IdParam,
    response: BackReply,
    summary: 'Aus dem Papierkorb zurückholen',
  }),
  massRestore: endpoint({
    method: 'POST',
    path: '/api/admin/pupil/massRestore',
    access,
    body: z.object({ ids: ChosenPupils }),
    response: BackReply,
    idempotent: true,
    summary: 'Mehrere zurückholen, alle oder keine',
  }),
}
