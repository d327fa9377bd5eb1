import { z } from 'zod'
import { EmptyToNull, Id, Text } from '#contract/formats.ts'
import { choice, field, optionalText, references, text } from '#contract/record.ts'

/** Services whose handbook page says what to click there; `other`: any with OpenID Connect Discovery. */
export const PROVIDER_KINDS = {
  iserv: 'IServ',
  entra: 'Microsoft Entra (Microsoft 365)',
  nextcloud: 'Nextcloud',
  keycloak: 'Keycloak',
  univention: 'Univention (UCS@school)',
  other: 'Anderer Dienst mit OpenID Connect',
} as const
export type ProviderKind = keyof typeof PROVIDER_KINDS

const ISSUER_FORM = 'Bitte die vollständige Adresse angeben, zum Beispiel https://iserv.schule.example.'
const isIssuer = (value: string) => {
  if (!URL.canParse(value)) return false
  const { protocol, username, search, hash } = new URL(value)
  return /^https?:$/.test(protocol) && username === '' && search === '' && hash === ''
}

const Issuer = Text(300).refine(isIssuer, ISSUER_FORM)
const Domain = EmptyToNull(
  z
    .string()
    .trim()
    .toLowerCase()
    .max(200)
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'Bitte nur die Domain angeben, zum Beispiel schule.example.'),
)

/** A service where the people of some schools have accounts already. */
export const ProviderFacts = z.object({
  kind: choice('Art', PROVIDER_KINDS),
  name: text('Name auf dem Knopf', Text(40), {
    hint: 'Ein Name, den Ihr Kollegium kennt. Aus „IServ“ wird auf der Anmeldeseite „Mit IServ anmelden“.',
  }),
  issuer: text('Adresse des Dienstes (Issuer)', Issuer, {
    hint: 'So, wie der Dienst sie nennt.',
    inputMode: 'url',
  }),
  client_id: optionalText('Client-ID', Text(200)),
  school_ids: references('Schulen', z.array(Id).min(1, 'Bitte mindestens eine Schule wählen.').max(200), {
    hint: 'Wer zu einer dieser Schulen gehört, kann sich damit anmelden.',
    isOptional: false,
  }),
  second_factor_acr: optionalText('Kennung des zweiten Faktors (acr)', Text(200), {
    hint: 'Nur wenn der Dienst eine nennt. Verlangt eine Schule den zweiten Faktor, wird er damit beim Dienst angefordert.',
  }),
  groups_claim: text('Angabe mit den Gruppen', Text(100), {
    initial: 'groups',
    hint: 'Nur wenn Konten nach Gruppen angelegt werden.',
  }),
  mail_domain: field(Domain, z.string(), {
    label: 'Erste Verbindung über E-Mail-Adressen dieser Domain',
    kind: 'text',
    hint: 'Nur eintragen, wenn Ihre Schule selbst bestimmt, wer dort welche Adresse hat. Gilt nur für geprüfte Adressen und für Konten bis „Lehrer Level 1“.',
  }),
})

/** Roles that a group may give; higher ones are given by people. */
export const RULE_ROLES = ['teacher_level_1', 'viewer'] as const

export const ProviderRule = z.object({
  group_name: Text(200),
  school_id: Id,
  role: z.enum(RULE_ROLES),
})
export type ProviderRule = z.output<typeof ProviderRule>
