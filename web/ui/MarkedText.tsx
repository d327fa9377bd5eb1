import { markedParts } from './marked-parts.ts'
import classes from './texts.module.css'

/** A text with the searched words marked (ux §2). */
export const MarkedText = ({ text, search }: { text: string; search: string }) =>
  search
    ? markedParts(text, search).map(({ start, part, isHit }) =>
        isHit ? (
          <mark key={start} className={classes.hit}>
            {part}
          </mark>
        ) : (
          part
        ),
      )
    : text
