import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, IdParam, IsoDate, MESSAGES, Version } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { ROLES } from '#contract/permissions.ts'
import { changeOf, newOf, readOf } from '#contract/record.ts'
import { CLASS_FUNCTIONS, ClassName } from '#contract/schoolclasses/schoolclasses.ts'
import { SCHOOLYEAR_STATES } from '#contract/schoolyears/schoolyears.states.ts'
import { UnreachableReason } from '#contract/unreachable.ts'
import { INVITATION_STATES } from '#contract/users/users.ts'
import { Employee } from './employee.record.ts'

export const NewEmployeeForm = newOf(Employee)
export type NewEmployeeForm = z.output<typeof NewEmployeeForm>

/** The changed keys only. */
export const EmployeeChange = changeOf(Employee)
export type EmployeeChange = z.output<typeof EmployeeChange>

/** The last day at the school; null takes an exit back. */
export const ExitForm = z.object({ date_exit: IsoDate.nullable() })

/** The people of a list who leave at once; without a day: the last one of the active school year. */
export const ManyExitsForm = z.object({
  ids: z.array(Id).min(1).max(500),
  date_exit: IsoDate.optional(),
})

const ExitPreview = z.object({
  id: Id,
  firstname: z.string(),
  lastname: z.string(),
  /** Why this exit is not entered; null: it is possible. */
  refusal: z.string().nullable(),
  /** The classes that end. */
  functions: z.array(
    z.object({ classgradePlain: z.string(), school_year: z.string(), function: z.enum(CLASS_FUNCTIONS) }),
  ),
  /** `ends`: the account ends after the last day; `stays`: the viewer may not end it; `none`: there is none. */
  account: z.enum(['none', 'ends', 'stays']),
})
export type ExitPreview = z.output<typeof ExitPreview>

/** How far somebody's account has come; `none`: there is none, `closed`: it was deleted or taken off this school. */
export const ACCOUNT_STATES = ['none', 'invited', 'ready', 'closed'] as const

const EmployeeAccount = z.object({
  state: z.enum(ACCOUNT_STATES),
  user_id: Id.nullable(),
  /** This and the following keys are null unless the viewer may manage users. */
  email: z.string().nullable(),
  role: z.enum(ROLES).nullable(),
  invitation: z.enum(INVITATION_STATES).nullable(),
  /** Why mails to `email` come back; null also when they arrive. */
  unreachable: UnreachableReason.nullable(),
})

/** A class somebody leads or is assigned to; `date_end` null: until further notice. */
const ClassFunction = z.object({
  schoolclass: ClassName,
  school_year: z.object({ id: Id, name: z.string(), state: z.enum(SCHOOLYEAR_STATES) }),
  function: z.enum(CLASS_FUNCTIONS),
  date_start: z.iso.date(),
  date_end: z.iso.date().nullable(),
})
export type ClassFunction = z.output<typeof ClassFunction>

const Stored = readOf(Employee)

/** A row of the list. */
export const EmployeeRow = z.object({
  id: Id,
  ...Stored.omit({ measles_proof_seen_at: true, extended_certificate_seen_at: true, note: true }).shape,
  date_exit: z.iso.date().nullable(),
  active: z.boolean(),
  /** Today's classes in the active year. */
  classes: z.array(ClassName.extend({ function: z.enum(CLASS_FUNCTIONS) })),
  account: EmployeeAccount,
})
export type EmployeeRow = z.output<typeof EmployeeRow>

export const EmployeeDetails = EmployeeRow.extend({
  ...Stored.shape,
  /** It is decided that the account ends with `date_exit`, which has not been done yet. */
  closes_account: z.boolean(),
  /** Classes of today and of the years to come, then those of before, newest first. */
  functions: z.array(ClassFunction),
  /** Other schools of this installation where the same account is linked, as far as the viewer is attached there. */
  also_at: z.array(z.string()),
  /** Only a head gets this, of a person whose processing is restricted: then everything is only read. */
  is_restricted: z.literal(true).optional(),
  version: Version,
})
export type EmployeeDetails = z.output<typeof EmployeeDetails>

/** Fixed texts of refusals. */
export const EMPLOYEE_TEXTS = {
  shortTaken: 'Dieses Kürzel ist an der Schule schon vergeben.',
  exitBeforeEntry: 'Der Abgang liegt vor dem Eintritt.',
  hasClassSince: (name: string, from: string) =>
    `Der Tag liegt vor dem Beginn einer laufenden Zuordnung: ${name} seit ${from}. Bitte prüfen Sie das Jahr.`,
  hadClassLater: (name: string, from: string, until: string) =>
    `Diese Person hatte danach noch eine Klasse: ${name} vom ${from} bis ${until}.`,
  hasClasses: (classes: string) =>
    `Diese Person ist noch zugeordnet: ${classes}. Bitte tragen Sie erst jemand anderen ein, oder einen Abgang.`,
  hadClasses:
    'Diese Person hat schon Klassen geleitet oder begleitet. Bitte tragen Sie einen Abgang ein, statt zu löschen.',
  accountTaken: 'Dieses Konto gehört schon zu einer anderen Person.',
  accountUnknown: 'Dieses Konto gehört nicht zu dieser Schule.',
  accountOfAdmin: 'Das Konto eines Admins kann nur ein Admin verknüpfen.',
  hasAccount: 'Diese Person hat schon ein Konto.',
  mailOfAccount: (name: string) => `Diese Adresse gehört schon zum Konto von ${name}.`,
  noMail: 'Bitte tragen Sie zuerst eine E-Mail-Adresse ein.',
  hasLeft: 'Diese Person hat die Schule verlassen.',
  seenLater: MESSAGES.ahead,
  exitsInPast:
    'Für mehrere zugleich liegt der letzte Tag heute oder später. Einen früheren tragen Sie bitte einzeln ein.',
  exitOfOwn: 'Das sind Sie selbst. Den eigenen Abgang trägt bitte jemand anderes ein.',
  exitOfLastAdmin: 'Das ist der letzte Admin. Bitte ernennen Sie zuerst einen anderen.',
  hasExit: (day: string) => `Der Abgang zum ${day} ist schon eingetragen.`,
  closingDecided:
    'Es ist entschieden, dass das Konto mit dem Abgang endet. Ändern kann das nur, wer dieses Konto löschen darf, zum Beispiel die Schulleitung.',
  accountStays:
    'Das Konto bleibt bestehen; bitte wenden Sie sich an jemanden, der dieses Konto löschen darf, zum Beispiel die Schulleitung.',
} as const

export const employeeEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/employee',
    access: 'manage employee',
    response: z.array(EmployeeRow),
    summary: 'Mitarbeitende der aktiven Schule, auch ausgeschiedene',
  }),
  formOptions: endpoint({
    method: 'GET',
    path: '/api/admin/employee/formOptions',
    access: 'manage employee',
    response: z.object({
      /** Accounts of this school that belong to nobody yet, those of admins only for admins; `email` with 'manage users'. */
      users: z.array(z.object({ id: Id, name: z.string(), email: z.string().nullable() })),
    }),
    summary: 'Konten, die verknüpft werden können',
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/admin/employee',
    access: 'manage employee',
    body: NewEmployeeForm,
    response: MessageReply.extend({ id: Id }),
    status: 201,
    idempotent: true,
    summary: 'Mitarbeitende anlegen',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/employee/:id',
    pageOf: 'employee',
    access: 'manage employee',
    params: IdParam,
    response: EmployeeDetails,
    summary: 'Eine mitarbeitende Person',
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/admin/employee/:id',
    access: 'manage employee',
    params: IdParam,
    body: EmployeeChange,
    response: MessageReply,
    summary: 'Mitarbeitende ändern; sendet nur die geänderten Angaben',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/employee/:id',
    access: 'manage employee',
    params: IdParam,
    response: MessageReply,
    summary: 'In den Papierkorb legen; nur wer nie eine Klasse hatte',
  }),
  restore: endpoint({
    method: 'PUT',
    path: '/api/admin/employee/:id/restore',
    access: 'manage employee',
    params: IdParam,
    response: MessageReply,
    summary: 'Aus dem Papierkorb zurückholen',
  }),
  leave: endpoint({
    method: 'PUT',
    path: '/api/admin/employee/:id/exit',
    access: 'manage employee',
    params: IdParam,
    body: ExitForm,
    response: MessageReply,
    summary: 'Abgang: beendet Zuordnungen zu Klassen und schließt das Konto nach diesem Tag',
  }),
  previewExits: endpoint({
    method: 'POST',
    path: '/api/admin/employee/previewExits',
    access: 'manage employee',
    body: ManyExitsForm,
    response: z.object({ date_exit: z.iso.date(), people: z.array(ExitPreview) }),
    summary: 'Was der Abgang mehrerer Personen zu einem Tag bewirkt; schreibt nichts',
  }),
  link: endpoint({
    method: 'PUT',
    path: '/api/admin/employee/:id/account',
    access: 'manage employee',
    params: IdParam,
    body: z.object({ user_id: Id.nullable() }),
    response: MessageReply,
    summary: 'Mit einem Benutzerkonto der Schule verknüpfen oder davon lösen',
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/admin/employee/:id/account',
    access: ['manage users', 'manage user'],
    params: IdParam,
    body: z.object({ role: z.enum(ROLES).nullable().default('teacher_level_1') }),
    response: MessageReply.extend({ id: Id }),
    status: 201,
    idempotent: true,
    summary: 'Ein Benutzerkonto für diese Person anlegen und sie einladen',
  }),
}
