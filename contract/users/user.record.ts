import { z } from 'zod'
import { Email } from '#contract/formats.ts'
import { ROLE_LABELS, ROLES } from '#contract/permissions.ts'
import { box, choicesOf, field, text } from '#contract/record.ts'
import { UserName } from './user-name.ts'

/** At most one: spec §3 sends it as a list. */
const RoleList = z.array(z.enum(ROLES)).max(1, 'Bitte höchstens eine Rolle wählen.')

/** The fields of an account in the form; the last two are rights of the role Schulleitung only (domain §4). */
export const Account = z.object({
  name: text('Name', UserName),
  email: field(Email, z.string(), { label: 'E-Mail', kind: 'mail' }),
  roles: field(RoleList, RoleList, { label: 'Rolle', kind: 'several', choices: choicesOf(ROLE_LABELS) }),
  may_view_sensitive: box('Besonders geschützte Angaben'),
  may_manage_users: box('Benutzer verwalten'),
})
