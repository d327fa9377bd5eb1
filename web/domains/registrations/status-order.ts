import type { RegistrationStatus } from '#contract/registrations/registrations.status.ts'

/** In the order of tabs, menus and the keys 1 to 4. */
export const STATUS_ORDER: readonly RegistrationStatus[] = ['new', 'accepted', 'waiting', 'rejected']
