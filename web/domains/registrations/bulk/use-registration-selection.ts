import type { RegistrationRow } from '#contract/registrations/registrations.rows.ts'
import { explainFailure } from '#web/api/errors.ts'
import { childName } from '#web/domains/registrations/child-name.ts'
import { listHits } from '#web/domains/registrations/export-registrations-file.ts'
import type { RegistrationFilters } from '#web/domains/registrations/registration-list-query.ts'
import { type Chosen, useRowSelection } from '#web/lists/use-row-selection.ts'

export type ChosenRegistration = Chosen<RegistrationRow>

interface Shown {
  rows: readonly RegistrationRow[]
  total: number
  filters: RegistrationFilters
}

/** Applications chosen over pages and filters. */
export const useRegistrationSelection = (shown: Shown) => {
  const { chooseHits, ...selection } = useRowSelection<RegistrationRow>({ ...shown, nameOf: childName })
  const chooseAll = async () => {
    try {
      chooseHits(await listHits(shown.filters))
    } catch (failure) {
      await explainFailure(failure)
    }
  }
  return { ...selection, chooseAll }
}
