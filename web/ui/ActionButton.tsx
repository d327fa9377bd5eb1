import { Box, Button, type ButtonProps, Loader } from '@mantine/core'
import type { MouseEvent, ReactNode } from 'react'

interface ActionButtonProps extends Omit<ButtonProps, 'loading'> {
  type?: 'button' | 'submit'
  id?: string
  'aria-describedby'?: string
  'aria-label'?: string
  /** While its action runs the button keeps width and focus, shows a spinner and ignores presses (spec §4). */
  isRunning: boolean
  onClick?: () => void
  children: ReactNode
}

/** A button for slow actions; the kit's `loading` would disable it and lose the focus. */
export const ActionButton = ({ type = 'button', isRunning, onClick, children, ...props }: ActionButtonProps) => {
  const press = (event: MouseEvent) => {
    if (isRunning) event.preventDefault()
    else onClick?.()
  }
  return (
    <Button {...props} type={type} aria-busy={isRunning} onClick={press} styles={{ label: { position: 'relative' } }}>
      <Box component="span" {...(isRunning && { opacity: 0 })}>
        {children}
      </Box>
      {isRunning && <Loader pos="absolute" inset={0} m="auto" size={20} color="currentColor" aria-hidden />}
    </Button>
  )
}
