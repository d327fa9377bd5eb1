import { Fragment } from 'react'
import classes from './texts.module.css'

/** Beginnings of later parts of long German words, as the interface uses them. */
const PARTS =
  /(?<=\p{L}{2})(?=(?:aktion|angaben|anmeld|antr[aä]g|arbeit|aufnahme|bereich|berechtig|beschein|bewahr|bewerb|bogen|bögen|bungen|daten|dienst|dokument|einstell|erklär|erlaub|formul|frei|geräte|innen|kalender|karten|klassen|kontakt|kürzel|liste|lösch|meldung|mitteil|nachweis|namen|ordnung|plan|schrift|schutz|schüler|seite|stufe|tage|übersicht|unterlag|verlauf|verwalt|vorlag|vorschau|wechsel|wesenheit|wort|zeit))/iu

const LONG_WORD = /\p{L}{11,}/gu
const SOFT_HYPHEN = '\u00AD'

/** Splits a text where a long word may break with a hyphen; joined, the parts are the text again. */
export const hyphenParts = (text: string) =>
  text.replace(LONG_WORD, (word) => word.split(PARTS).join(SOFT_HYPHEN)).split(SOFT_HYPHEN)

/** A text whose long words break with a hyphen, also in browsers without a German dictionary; it reads and copies the same. */
export const HyphenatedText = ({ text }: { text: string }) =>
  hyphenParts(text).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name.
    <Fragment key={index}>
      {index > 0 && <span className={classes.hyphen} aria-hidden />}
      {part}
    </Fragment>
  ))
