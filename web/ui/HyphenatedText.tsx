import { Fragment } from 'react'
import classes from './HyphenatedText.module.css'
import { hyphenParts } from './hyphenation.ts'

/** A text whose long words break with a hyphen, also in browsers without a German dictionary; it reads and copies the same. */
export const HyphenatedText = ({ text }: { text: string }) =>
  hyphenParts(text).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name.
    <Fragment key={index}>
      {index > 0 && <span className={classes.hyphen} aria-hidden />}
      {part}
    </Fragment>
  ))
