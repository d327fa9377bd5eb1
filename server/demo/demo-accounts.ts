import type { Role } from '#contract/permissions.ts'
import type { DemoShort } from './school-plan.ts'

/** The password of all accounts of the demo. */
export const DEMO_PASSWORD = 'Schulhof-Demo-2026'

export interface DemoAccount {
  email: string
  name: string
  role: Role | null
  /** The first school is the active one. */
  schools: readonly DemoShort[]
  may_view_sensitive: boolean
  may_manage_users: boolean
}

type Rights = Partial<Pick<DemoAccount, 'may_view_sensitive' | 'may_manage_users'>>

const account = (
  local: string,
  name: string,
  { role, schools, ...rights }: Pick<DemoAccount, 'role' | 'schools'> & Rights,
): DemoAccount => ({
  email: `${local}@example.org`,
  name,
  role,
  schools,
  may_view_sensitive: false,
  may_manage_users: false,
  ...rights,
})

const HEAD = { role: 'schooladmin', may_view_sensitive: true, may_manage_users: true } as const

/** Mails to this account come back. */
export const UNREACHABLE_ACCOUNT = 'ohnerolle@example.org'

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  account('admin', 'Alex Amtmann', { role: 'admin', schools: ['fsw', 'fow'] }),
  account('leitung.fsw', 'Katharina Vogt', { ...HEAD, schools: ['fsw'] }),
  account('leitung.fow', 'Bernd Eichhorn', { ...HEAD, schools: ['fow'] }),
  account('lehrer.fsw', 'Jonas Lindner', { role: 'teacher_level_1', schools: ['fsw'] }),
  account('betrachter.fsw', 'Renate Blick', { role: 'viewer', schools: ['fsw'] }),
  // Secretaries have the role Schulleitung without the rights that only the head has (domain §4).
  account('sekretariat.fsw', 'Petra Schreiber', { role: 'schooladmin', schools: ['fsw'] }),
  account('ohnerolle', 'Olga Ohnerolle', { role: null, schools: ['fsw'] }),
  account('multi', 'Miriam Doppel', { ...HEAD, schools: ['fsw', 'fow'] }),
]
