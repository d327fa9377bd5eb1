import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { MESSAGES } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { PERMISSIONS, ROLES } from '#contract/permissions.ts'
import { Accent, RegistrationSettings, SchoolLabels } from '#contract/schools/schools.facts.ts'
import { LoginForm } from './account.forms.ts'
import { PasskeyAnswer, PasskeyRequest } from './account.passkeys.forms.ts'

/** The message when a login can no longer be answered with a code: the page leads back to the login. */
export const CHALLENGE_OVER = 'Diese Anmeldung ist abgelaufen. Bitte melden Sie sich noch einmal an.'

/** How a demanded way to sign in is called within a sentence; `provider` null: a passkey or any service. */
export const wayName = (provider: string | null) =>
  provider === null ? 'mit Passkey oder über einen Anmeldedienst' : `über ${provider}`

export const SIGN_IN_TEXTS = {
  demanded: (provider: string | null) => `Ihre Schule verlangt die Anmeldung ${wayName(provider)}.`,
  otherWayFirst: (provider: string | null) =>
    `${SIGN_IN_TEXTS.demanded(provider)} Melden Sie sich zuerst so an, dann können Sie hier etwas ändern.`,
} as const

const LackedWay = z.object({
  /** The service that the school demands; null: a passkey or any service. */
  provider: z.string().nullable(),
  /** The account has such a way: its owner only has to sign in with it. */
  has_way: z.boolean(),
})
export type LackedWay = z.output<typeof LackedWay>

const SchoolRef = z.object({ id: z.int(), short: z.string() })

/** `no_backup`: no folder for nightly backups is set, so there are none. */
const INSTALLATION_WARNINGS = ['no_backup'] as const

/** Spec §3 and domain §9a: what every signed-in page starts from. `school` is null while none is active. */
export const BaseData = z.object({
  /** The day in Berlin by the server's clock: what pages mean by „heute“. */
  today: z.iso.date(),
  user: z.object({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    school_id: z.int().nullable(),
    /** For the profile; rights are in `permissions`. */
    role: z.enum(ROLES).nullable(),
  }),
  labels: z.record(z.string(), z.string()),
  school: z
    .object({
      id: z.int(),
      short: z.string(),
      name: z.string(),
      accent: Accent,
      /** The running school year's name, e.g. `2026/2027`; null while there is none. */
      schoolyear: z.string().nullable(),
      SCHOOL_REGISTRATION_SETTINGS: RegistrationSettings.pick({ isActive: true }),
      SCHOOL_LABELS: SchoolLabels,
    })
    .nullable(),
  attachedSchools: z.array(SchoolRef),
  permissions: z.array(z.enum(PERMISSIONS)),
  session: z.object({
    /** „Eingeloggt bleiben“: then no idle warning (domain §9c). */
    stays_signed_in: z.boolean(),
    /**
     * The school requires a second factor that this account lacks: until it has one it may only change to another
     * school.
     */
    lacks_two_factor: z.boolean(),
    /** The school demands another way to sign in than this session's: until then the same applies (ADR 0077). */
    lacked_way: LackedWay.nullable(),
    /** The service that the school demands while its emergency account is signed in with the password; null otherwise. */
    emergency_for: z.string().nullable(),
  }),
  /** Faults of the installation; empty for everybody who cannot mend them. */
  warnings: z.array(z.enum(INSTALLATION_WARNINGS)),
})
export type BaseData = z.output<typeof BaseData>

/**
 * `two_factor`: the password was right, and `/two-factor-challenge` asks for more (domain §9a): the code of an app if the
 * account has one, a passkey if `passkey` is its request to the device, or a recovery code.
 */
export const LoginReply = MessageReply.extend({
  two_factor: z.boolean(),
  has_app: z.boolean(),
  passkey: PasskeyRequest.nullable(),
})
export type LoginReply = z.output<typeof LoginReply>

/** One of them: the six digits of the app, a recovery code, or the answer of a device. */
export const TwoFactorAnswer = z
  .object({
    code: z.string().max(20).optional(),
    recovery_code: z.string().max(40).optional(),
    passkey: PasskeyAnswer.optional(),
  })
  .refine((answer) => Object.values(answer).filter(Boolean).length === 1, {
    path: ['code'],
    message: MESSAGES.required,
  })

/** `recovery_codes_left`: only after a login with one of them. */
const TwoFactorReply = MessageReply.extend({ recovery_codes_left: z.int().nullable() })

export const WRONG_CODE = 'Dieser Code ist falsch oder abgelaufen.'

/** A recovery code has no end, but works only once. */
export const WRONG_RECOVERY_CODE = 'Dieser Code ist falsch oder schon benutzt.'

/** The message when the server's key was lost, so that no code of the app can be checked. */
export const CODE_UNREADABLE =
  'Codes Ihrer App können gerade nicht geprüft werden. Bitte nehmen Sie einen Wiederherstellungscode, oder bitten Sie Ihre Schulleitung, die Zwei-Faktor-Anmeldung zurückzusetzen.'

export const REGISTER_CLOSED = 'Die Neuregistrierung am System wurde deaktiviert.'

export const accountEndpoints = {
  basedata: endpoint({
    method: 'GET',
    path: '/api/basedata',
    access: 'signed in',
    scope: 'installation',
    response: BaseData,
    summary: 'Benutzer, aktive Schule, Bezeichnungen und Rechte',
  }),
  csrfCookie: endpoint({
    method: 'GET',
    path: '/sanctum/csrf-cookie',
    access: 'public',
    response: z.object({}),
    summary: 'Setzt das Cookie XSRF-TOKEN',
  }),
  login: endpoint({
    method: 'POST',
    path: '/login',
    access: 'public',
    body: LoginForm,
    response: LoginReply,
    summary: 'Anmelden',
  }),
  answerTwoFactor: endpoint({
    method: 'POST',
    path: '/two-factor-challenge',
    access: 'public',
    body: TwoFactorAnswer,
    response: TwoFactorReply,
    summary: 'Zweiter Schritt der Anmeldung: Code der App, Wiederherstellungscode oder Passkey',
  }),
  register: endpoint({
    method: 'POST',
    path: '/register',
    access: 'public',
    response: MessageReply,
    summary: 'Antwortet immer 405: Konten legt die Schule an',
  }),
  logout: endpoint({
    method: 'POST',
    path: '/logout',
    access: 'public',
    /** Where the browser signs out at the provider, too; null when there is nothing to sign out of. */
    response: MessageReply.extend({ provider_url: z.string().nullable() }),
    summary: 'Abmelden',
  }),
  changeSchool: endpoint({
    method: 'POST',
    path: '/api/admin/school/changeUserSchool',
    access: 'change user school',
    scope: 'installation',
    body: z.object({ school_id: z.int() }),
    response: MessageReply,
    summary: 'Aktive Schule wechseln',
  }),
}
