import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { STATUS_ORDER } from '#web/domains/registrations/status-order.ts'
import { switchStatus } from '#web/domains/registrations/switch-status.ts'
import { paths } from '#web/paths.ts'
import { currentPath } from '#web/shell/app-history.ts'
import { notify } from '#web/shell/notify.tsx'
import { usePageKeys } from '#web/ui/use-page-keys.ts'
import type { Neighbours } from './use-neighbours.ts'

/** Buttons and links of the page that a letter presses: `data-page-key="e"`. */
const LETTERS = ['e', 'd']

const press = (letter: string) => document.querySelector<HTMLElement>(`main [data-page-key="${letter}"]`)?.click()

/** On the way to another application the page still shows this one: a key pressed then is meant for neither. */
const isStillHere = (id: number) => currentPath().split('?')[0] === paths.registration(id)

/** 1 to 4 give the shown application a status, E and D edit it and fetch its document (ux §3.9). */
export const useDecideKeys = (details: RegistrationDetails) => {
  const decide = (index: number) => () => {
    const status = STATUS_ORDER[index]
    if (status && isStillHere(details.id)) void switchStatus(details, status)
  }
  usePageKeys({
    ...Object.fromEntries(STATUS_ORDER.map((_, index) => [index + 1, decide(index)])),
    ...Object.fromEntries(LETTERS.map((letter) => [letter, () => isStillHere(details.id) && press(letter)])),
  })
}

/** What ← and → say where the list ends. */
export const listEnds = (listPath: string, { previous, next, position }: Neighbours) => {
  const say = (text: string) => () => notify(text, { id: 'end of the list', link: { text: 'Zur Liste', to: listPath } })
  return {
    ...(!previous && position !== undefined && { onFirst: say('Das ist die erste Bewerbung dieser Liste.') }),
    ...(!next && { onLast: say('Das war die letzte Bewerbung dieser Liste.') }),
  }
}
