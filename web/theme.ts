import {
  type CSSVariablesResolver,
  createTheme,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
} from '@mantine/core'
import { Eye, EyeOff } from 'lucide-react'
import { createElement } from 'react'

const brand: MantineColorsTuple = [
  '#e8f0fa',
  '#cfdff3',
  '#a5c3e8',
  '#79a6dc',
  '#5790d4',
  '#3f7dc9',
  '#2b6cb8',
  '#1b5cab',
  '#0b4d9f',
  '#003f87',
]
const red: MantineColorsTuple = [
  '#fcebeb',
  '#f7d0d1',
  '#ef9fa1',
  '#e76d70',
  '#e04a4e',
  '#d8383c',
  '#cf2e33',
  '#ca2026',
  '#c4161c',
  '#a01015',
]
const green: MantineColorsTuple = [
  '#e6f3ec',
  '#cbe5d7',
  '#9bcdb3',
  '#6bb68f',
  '#4aa476',
  '#36966a',
  '#2a8a5c',
  '#248355',
  '#1f7a4d',
  '#16623d',
]
const gray: MantineColorsTuple = [
  '#f7f5f0',
  '#f0eee8',
  '#e9e6df',
  '#e4e1da',
  '#cfcbc2',
  '#a9abad',
  '#7d8591',
  '#4a5563',
  '#333d4a',
  '#1b2430',
]
const dark: MantineColorsTuple = [
  '#e9ecf1',
  '#d0d6de',
  '#b0bac7',
  '#9aa5b3',
  '#323b48',
  '#2d3642',
  '#1b212a',
  '#1b212a',
  '#14181f',
  '#10141a',
]

/** Spec §9, in em as Mantine writes its media queries; CSS modules repeat them as plain numbers. */
export const BREAKPOINTS = { xs: '22.5em', sm: '37.5em', md: '64em', lg: '90em', xl: '120em' } as const

const inputDefaults = { defaultProps: { size: 'md' } }

/** The kit's own eye has no role, so that a screen reader may announce it in addition to its button. */
const PasswordEye = ({ reveal }: { reveal: boolean }) =>
  createElement(reveal ? EyeOff : Eye, { size: 18, 'aria-hidden': true })

export const theme = createTheme({
  colors: { brand, red, green, gray, dark },
  primaryColor: 'brand',
  primaryShade: { light: 8, dark: 6 },
  black: '#1b2430',
  fontFamily: 'var(--sh-font)',
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '1rem', lg: '1.125rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.5' },
  headings: {
    fontFamily: 'var(--sh-font)',
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.25' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.25rem', xl: '1.5rem' },
  defaultRadius: 'md',
  radius: { xs: '2px', sm: '4px', md: '8px', lg: '12px', xl: '16px' },
  breakpoints: BREAKPOINTS,
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    TextInput: inputDefaults,
    PasswordInput: { defaultProps: { size: 'md', visibilityToggleIcon: PasswordEye } },
    Textarea: inputDefaults,
    Select: inputDefaults,
    NativeSelect: inputDefaults,
    MultiSelect: inputDefaults,
    ComboboxChevron: { defaultProps: { 'aria-hidden': true } },
    NumberInput: inputDefaults,
    Checkbox: inputDefaults,
    CheckboxGroup: inputDefaults,
    Radio: inputDefaults,
    RadioGroup: inputDefaults,
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { size: 36, variant: 'subtle', color: 'gray' } },
    Loader: { defaultProps: { size: 30 } }, // spec §9: spinner size
    Card: { defaultProps: { withBorder: true, padding: 'xl' } },
    // The placeholder would be a child that a menu may not have (axe: aria-required-children).
    Menu: { defaultProps: { transitionProps: { duration: 120 }, shadow: 'md', withInitialFocusPlaceholder: false } },
    // Spec §2: dialogs are persistent; a click beside them never loses what was typed.
    Modal: {
      defaultProps: {
        centered: true,
        closeOnClickOutside: false,
        withCloseButton: false,
        transitionProps: { duration: 120 },
      },
    },
    Drawer: { defaultProps: { transitionProps: { duration: 120 } } },
  },
})

const shared = {
  '--mantine-color-body': 'var(--sh-card)',
  '--mantine-color-text': 'var(--sh-ink)',
  '--mantine-color-bright': 'var(--sh-ink)',
  '--mantine-color-dimmed': 'var(--sh-ink-quiet)',
  '--mantine-color-placeholder': 'var(--sh-ink-quiet)',
  '--mantine-color-error': 'var(--sh-negative)',
  '--mantine-color-success': 'var(--sh-positive)',
  '--mantine-color-anchor': 'var(--sh-link)',
  '--mantine-color-default': 'var(--sh-card)',
  '--mantine-color-default-hover': 'var(--sh-hover)',
  '--mantine-color-default-color': 'var(--sh-ink)',
  '--mantine-color-default-border': 'var(--sh-line-field)',
  '--mantine-color-disabled-color': 'var(--sh-ink-quiet)',
  '--mantine-color-gray-light-color': 'var(--sh-ink)',
  '--mantine-color-brand-light': 'var(--sh-brand-tint)',
  '--mantine-color-brand-light-hover': 'var(--sh-brand-tint)',
  '--mantine-color-brand-light-color': 'var(--sh-link)',
  '--mantine-color-brand-outline': 'var(--sh-link)',
  '--mantine-color-red-light': 'var(--sh-negative-tint)',
  '--mantine-color-red-light-color': 'var(--sh-negative)',
  '--mantine-color-red-outline': 'var(--sh-negative)',
  '--mantine-color-green-light': 'var(--sh-positive-tint)',
  '--mantine-color-green-light-color': 'var(--sh-positive)',
  '--mantine-color-yellow-light': 'var(--sh-attention-tint)',
  '--mantine-color-yellow-light-color': 'var(--sh-attention)',
  '--mantine-color-gray-light': 'var(--sh-neutral-tint)',
}

/** Mantine takes its colours from `ui/tokens.css`, so that both entries look alike. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: {}, light: shared, dark: shared })

/** The same key that `static/before-start.js` reads before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'schulhof-color-scheme' })
