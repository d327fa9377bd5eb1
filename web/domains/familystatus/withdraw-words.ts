import type { Withdrawal } from '#contract/registrations/registrations.family.ts'

const AT_ONCE = {
  lead: 'Dann ziehen Sie die Bewerbung bitte zurück: Dann bekommt ein anderes Kind den Platz.',
  button: 'Bewerbung zurückziehen',
  question: 'Bewerbung zurückziehen?',
  accept: 'Ja, zurückziehen',
}
export type WithdrawWords = typeof AT_ONCE

/** No button promises what it does not do: where the school has to confirm, it only takes a wish (domain §2.3). */
export const WITHDRAW_WORDS: Record<Extract<Withdrawal, 'at_once' | 'by_school'>, WithdrawWords> = {
  at_once: AT_ONCE,
  by_school: {
    lead: 'Dann teilen Sie der Schule bitte mit, dass Sie die Bewerbung zurückziehen möchten: Dann bekommt ein anderes Kind den Platz.',
    button: 'Rückzug beantragen',
    question: 'Rückzug beantragen?',
    accept: 'Ja, Rückzug beantragen',
  },
}
