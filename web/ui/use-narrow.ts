import { useMediaQuery } from '@mantine/hooks'

/**
 * True below 600 px (spec §9), where tables become cards and rows of buttons become menus; known at the first render.
 */
export const useNarrow = () => useMediaQuery('(max-width: 37.49em)', undefined, { getInitialValueInEffect: false })
