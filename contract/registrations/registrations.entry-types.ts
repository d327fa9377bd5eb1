import type { ENTRY_TYPES } from './registrations.form.ts'

/** Short words for lists, which show the grade beside them (domain §7). */
export const ENTRY_TYPE_LABELS: Record<(typeof ENTRY_TYPES)[number], string> = {
  regular: 'Einschulung',
  lateral: 'Quereinstieg',
}
