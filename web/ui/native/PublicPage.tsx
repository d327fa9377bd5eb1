import { createContext, type MouseEvent, type ReactNode, use, useEffect, useState } from 'react'
import { displayPhone, phoneLink } from '#contract/phone.ts'
import { APP_NAME } from '#web/app-name.ts'
import { DemoBanner } from '#web/ui/DemoBanner.tsx'
import { showAccent } from '#web/ui/show-accent.ts'
import { NativeButton } from './NativeButton.tsx'
import { NativeDialog } from './NativeDialog.tsx'
import classes from './native-frame.module.css'
import { TextBlocks } from './TextBlocks.tsx'
import { useBriefWait } from './use-brief-wait.ts'

/** Links at the end of every public page; the entry sets them, because `web/ui` knows no domain. */
export const FooterLinks = createContext<ReactNode>(null)

/** The contact data and colour of a school for its public pages. */
export interface SchoolContact {
  name: string
  /** `#rrggbb`. */
  accent: string
  phone: string
  mail: string
  street: string
  house_number: string
  zip: string
  city: string
  carrier_name: string
  /** A data address; width and height, in pixels, reserve its place before it is decoded. */
  logo: { src: string; width: number; height: number } | null
}

interface PublicPageProps {
  /** Undefined: loading, its place is reserved; null: unknown. */
  school: SchoolContact | undefined | null
  /** The privacy notice, opened as a dialog so that nothing typed is lost (domain §9c). */
  notice?: string
  children: ReactNode
}

export const PhoneLink = ({ phone }: { phone: string }) => (
  <a className={classes.contactLink} href={phoneLink(phone)}>
    {displayPhone(phone)}
  </a>
)

const SchoolAddress = ({ school }: { school: SchoolContact }) => (
  <address className={classes.address}>
    <strong>{school.name}</strong>
    <br />
    {school.carrier_name && (
      <>
        {school.carrier_name}
        <br />
      </>
    )}
    {school.street} {school.house_number}, {school.zip} {school.city}
    <br />
    Telefon <PhoneLink phone={school.phone} />
    <br />
    E-Mail{' '}
    <a className={classes.contactLink} href={`mailto:${school.mail}`}>
      {school.mail}
    </a>
  </address>
)

const PublicFooter = ({ school, notice }: Pick<PublicPageProps, 'school' | 'notice'>) => {
  const [isNoticeOpen, setNoticeOpen] = useState(false)
  const isWaiting = useBriefWait(school !== undefined)
  return (
    <footer className={isWaiting ? `${classes.footer} ${classes.waiting}` : classes.footer}>
      {school && <SchoolAddress school={school} />}
      {school && notice && (
        <NativeButton look="link" onClick={() => setNoticeOpen(true)}>
          Datenschutzhinweise
        </NativeButton>
      )}
      {use(FooterLinks)}
      {notice && isNoticeOpen && (
        <NativeDialog title="Datenschutzhinweise" onClose={() => setNoticeOpen(false)}>
          <TextBlocks text={notice} />
        </NativeDialog>
      )}
    </footer>
  )
}

/** The colour stands on the document, as in the staff's frame (tokens.css). */
const useAccent = (accent: string | undefined) => {
  useEffect(() => {
    if (accent) showAccent(accent)
  }, [accent])
}

/** The hash of the address stays: on a parents' page it names siblings. */
const skip = (event: MouseEvent) => {
  event.preventDefault()
  document.getElementById('content')?.focus()
}

/**
 * The frame of pages without login: the school's name, phone number and accent, and nothing of the staff's frame (ux
 * §2a). A link that leads nowhere belongs to no school: there stands the name of the program.
 */
export const PublicPage = ({ school, notice, children }: PublicPageProps) => {
  useAccent(school?.accent)
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it is one, only the address stays as it is */}
      <a className={classes.skip} href="#content" onClick={skip}>
        Zum Inhalt springen
      </a>
      <DemoBanner />
      <header className={classes.header}>
        <div className={classes.headerLine}>
          <span className={classes.name}>
            {school?.logo && <img className={classes.logo} alt={school.name} {...school.logo} />}
            <span className={classes.school}>{school === null ? APP_NAME : school?.name}</span>
          </span>
          {school && (
            <span className={classes.phone}>
              <span className={classes.phoneWord}>Telefon </span>
              <PhoneLink phone={school.phone} />
            </span>
          )}
        </div>
      </header>
      <main id="content" tabIndex={-1} className={classes.main} data-alone={school === null || undefined}>
        {children}
      </main>
      <PublicFooter school={school} notice={notice} />
    </>
  )
}
