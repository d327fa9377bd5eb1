import classes from './DemoBanner.module.css'

/** The server of a demo sets this cookie (domain DP-23). */
const isDemo = () => document.cookie.split('; ').includes('demo=1')

/** A line above every page of the demo: nothing here is real. */
export const DemoBanner = () =>
  isDemo() && (
    <aside className={classes.banner} aria-label="Demodaten">
      Demodaten: alles hier ist erfunden.{' '}
      <a href="/demo/mails" className={classes.link}>
        Abgefangene E-Mails
      </a>
    </aside>
  )
