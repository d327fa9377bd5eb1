import type { KeyboardEvent } from 'react'

/** While a list of options is open Enter means the option, never the whole form: also before the first one is marked. */
export const keepEnter = (event: KeyboardEvent<HTMLInputElement>) => {
  if (event.key === 'Enter' && event.currentTarget.getAttribute('aria-expanded') === 'true') event.preventDefault()
}
