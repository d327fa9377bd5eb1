import { z } from 'zod'

// Facts that pages outside the school's own need: the first page loads these, and not the school's forms.

export const SCHOOL_TYPES = ['primary', 'secondary_1'] as const
export type SchoolType = (typeof SCHOOL_TYPES)[number]

/** Each school's own colour as `#rrggbb`. */
export const Accent = z.string().regex(/^#[0-9a-f]{6}$/, { error: 'Bitte wie #2e7d4f angeben.', abort: true })
export type Accent = z.output<typeof Accent>

/** How a school handles applications; keys and defaults of domain §1.1. */
export const RegistrationSettings = z.object({
  /** Whether the school uses applications at all; dates of the school year open the online form. */
  isActive: z.boolean().default(false),
  lateral_all_year: z.boolean().default(true),
  /** Month and day `MM-DD`: children born up to this day reach school age in that year. */
  school_entry_cutoff: z
    .string()
    .regex(/^\d{2}-\d{2}$/)
    .default('09-30'),
  early_entry_until: z
    .string()
    .regex(/^\d{2}-\d{2}$/)
    .default('12-31'),
  optin_valid_days: z.int().min(1).default(14),
  optin_reminder_days: z.array(z.int().min(1)).default([3, 10]),
  unverified_purge_days: z.int().min(1).default(30),
  show_afterschool_care: z.boolean().default(false),
  /** The names of the two kinds of after-school care in the form (domain §2.1). */
  afterschool_labels: z
    .object({ short: z.string().default('bis 15 Uhr'), long: z.string().default('bis 17 Uhr') })
    .prefault({}),
  /** Elective subjects of a secondary school; none: the form does not ask (domain §2.2). */
  electives: z.array(z.string()).default(['Informatik', 'Naturwissenschaften', 'Wirtschaft-Arbeit-Technik']),
  notify_mails: z.array(z.string()).default([]),
  intro_markdown: z.string().default(''),
  sibling_priority: z.boolean().default(true),
  /** The second person with custody agrees by a link instead of a tick in the form (ADR 0066). */
  second_agreement_by_link: z.boolean().default(false),
})
export type RegistrationSettings = z.output<typeof RegistrationSettings>

/** Words that a school may choose for itself (domain §1.1). */
export const SchoolLabels = z.object({
  dashboardGreeting: z.string().default('Willkommen'),
  pupil_plural: z.string().default('Schülerinnen und Schüler'),
  guardian: z.string().default('Sorgeberechtigte'),
  class_teacher: z.string().default('Klassenleitung'),
})
export type SchoolLabels = z.output<typeof SchoolLabels>
