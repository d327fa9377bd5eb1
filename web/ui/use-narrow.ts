import { useMediaQuery } from '@mantine/hooks'

/** Below 600 px (spec §9), where tables become cards and rows of buttons menus; known at the first drawing. */
export const useNarrow = () => useMediaQuery('(max-width: 37.49em)', undefined, { getInitialValueInEffect: false })
