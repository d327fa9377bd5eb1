import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { PAPER_LABELS, papersMissing } from '#contract/registrations/registrations.papers.ts'

/** Which papers the family still has to show; undefined: none. */
export const missingPapersText = ({ form, answers, papers }: RegistrationDetails) => {
  const missing = papersMissing({ variant: form.variant, meta: answers.meta }, papers)
  return missing.length === 0 ? undefined : `Es fehlt: ${missing.map((kind) => PAPER_LABELS[kind]).join(', ')}`
}
