import { Title } from '@mantine/core'
import { createContext, type ReactNode, useContext } from 'react'
import { HyphenatedText } from './HyphenatedText.tsx'
import classes from './page-parts.module.css'
import { useHasUnsaved } from './unsaved-mark.ts'

/** The end of the browser's title: 'Schule – App'. The frame sets it. */
export const TitleSuffix = createContext('Schulhof')

interface PageTitleProps {
  children: string
  /** The browser's title, if it differs. */
  documentTitle?: string
  /** How many things the page lists. */
  count?: number | undefined
  breadcrumb?: ReactNode
  /** The id of a text that a screen reader reads after the title. */
  describedBy?: string
  /**
   * Actions on the right; the one with `data-primary` stays at the bottom of a phone (`inline`: it does not), the one
   * with `data-menu` beside the title.
   */
  actions?: ReactNode
}

/** Head of a page: breadcrumb, title with count, actions. The frame moves the focus here after navigation. */
export const PageTitle = (props: PageTitleProps) => {
  const { children, documentTitle = children, count, breadcrumb, actions, describedBy } = props
  const hasUnsaved = useHasUnsaved()
  const suffix = useContext(TitleSuffix)
  return (
    <div className="sh-below-5">
      <title>{`${hasUnsaved ? '● ' : ''}${documentTitle} – ${suffix}`}</title>
      {breadcrumb}
      <div className={`sh-row sh-spread sh-gap-3 ${classes.row}`}>
        <Title order={1} tabIndex={-1} className={classes.title ?? ''} aria-describedby={describedBy}>
          <HyphenatedText text={children} />
          {count !== undefined && (
            <span className="sh-quiet sh-regular sh-figures"> {count.toLocaleString('de-DE')}</span>
          )}
        </Title>
        {actions && <div className={`sh-wrap sh-gap-2 sh-screen-only ${classes.actions}`}>{actions}</div>}
      </div>
    </div>
  )
}
