import type { MantineColorScheme } from '@mantine/core'

/** What everybody may choose for this browser, by its German name. */
export const COLOR_SCHEMES: readonly { scheme: MantineColorScheme; text: string }[] = [
  { scheme: 'light', text: 'Hell' },
  { scheme: 'dark', text: 'Dunkel' },
  { scheme: 'auto', text: 'Wie das System' },
]
