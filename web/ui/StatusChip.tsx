import { Circle, CircleAlert, CircleCheck, CircleX, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import classes from './texts.module.css'

const ICONS = { check: CircleCheck, cross: CircleX, alert: CircleAlert, dot: Circle, wait: Hourglass } as const

export interface StatusLook {
  /** Positive, negative and attention are colours; everything else is neutral grey (spec §4). */
  tone: 'positive' | 'negative' | 'attention' | 'neutral'
  icon: keyof typeof ICONS
}

/** A status as text, icon and colour together, so that nobody needs to see the colour. */
export const StatusChip = ({ tone, icon, children }: StatusLook & { children: ReactNode }) => {
  const Icon = ICONS[icon]
  return (
    <span className={classes.chip} data-tone={tone}>
      <Icon size={icon === 'dot' ? 10 : 16} fill={icon === 'dot' ? 'currentColor' : 'none'} aria-hidden />
      {children}
    </span>
  )
}
