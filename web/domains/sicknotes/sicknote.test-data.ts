import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'

type Facts = Partial<Omit<Sicknote, 'value' | 'pupil'>> & {
  value?: Partial<Sicknote['value']>
  pupil?: Partial<Sicknote['pupil']>
}

const VALUE = { dateStart: '2026-11-20', dateEnd: '2026-11-20', partial: false, timeStart: null, timeEnd: null }

/** An absence of one child today, reported by phone and seen; with what a test says about it. */
export const note = ({ value, pupil, ...facts }: Facts): Sicknote => ({
  id: 1,
  pupil: {
    id: 7,
    firstname: 'Mia',
    lastname: 'Müller',
    lastname_prefix: null,
    schoolclass: { id: 3, classgradePlain: '3a' },
    schoolgrade: { grade: 3 },
    ...pupil,
  },
  value: { ...VALUE, lessons: [], reason: 'sick', comment: null, ...value },
  school_days: 1,
  source: 'phone',
  created_at: '2026-11-20T06:41:00.000Z',
  created_by_name: null,
  is_own: false,
  is_late: false,
  seen_at: '2026-11-20T06:41:00.000Z',
  excuse_state: 'open',
  excuse_due_at: null,
  excuse_received_at: null,
  cancelled_at: null,
  version: 1,
  ...facts,
})
