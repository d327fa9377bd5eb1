import type { MantineColorScheme } from '@mantine/core'

/** The colour schemes for this browser, with their German names. */
export const COLOR_SCHEMES: readonly { scheme: MantineColorScheme; text: string }[] = [
  { scheme: 'light', text: 'Hell' },
  { scheme: 'dark', text: 'Dunkel' },
  { scheme: 'auto', text: 'Wie das System' },
]
