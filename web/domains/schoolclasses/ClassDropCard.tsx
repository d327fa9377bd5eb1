import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { isOverfull, type Schoolclass } from '#contract/schoolclasses/schoolclasses.ts'
import { paths } from '#web/paths.ts'
import { sizeText } from './class-texts.ts'
import { draggedPupils, isPupilDrag } from './dragged-pupils.ts'
import classes from './schoolclasses.module.css'

interface ClassDropCardProps {
  /** The other classes of the year. */
  others: readonly Schoolclass[]
  /** Missing: the viewer moves nobody, the classes are links only. */
  onDropPupils: ((pupilIds: readonly number[], target: Schoolclass) => void) | undefined
}

type DropLinkProps = Pick<ClassDropCardProps, 'onDropPupils'> & { schoolclass: Schoolclass }

const DropLink = ({ schoolclass, onDropPupils }: DropLinkProps) => {
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    if (!onDropPupils || !isPupilDrag(event)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onDropPupils?.(draggedPupils(event), schoolclass)
  }
  return (
    <Link
      to={paths.schoolclass(schoolclass.id)}
      className={classes.target ?? ''}
      data-over={isOver}
      draggable={false}
      // The menu and the arrows in the head are the ways for the keyboard.
      {...(onDropPupils && { tabIndex: -1 })}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <strong>{schoolclass.classgradePlain}</strong>
      <span className="sh-quiet sh-small sh-figures">{sizeText(schoolclass)}</span>
      {isOverfull(schoolclass) && (
        <>
          <TriangleAlert size={16} className="sh-warn" aria-hidden />
          <span className="sh-visually-hidden">überbelegt</span>
        </>
      )}
    </Link>
  )
}

/** The other classes with their counts: to go there, and to drop pupils on (ux §3.5); the menu does the same (WCAG 2.5.7). */
export const ClassDropCard = ({ others, onDropPupils }: ClassDropCardProps) => {
  if (others.length === 0) return null
  return (
    // Nobody drags on a phone; arrows in the head lead to the other classes.
    <nav className={`sh-below-4 sh-not-on-phones ${classes.strip}`} aria-label="Andere Klassen">
      {onDropPupils && (
        <p className="sh-quiet sh-small sh-flush sh-below-2">Zum Verschieben Kinder auf eine Klasse ziehen:</p>
      )}
      <ul>
        {others.map((schoolclass) => (
          <li key={schoolclass.id}>
            <DropLink schoolclass={schoolclass} onDropPupils={onDropPupils} />
          </li>
        ))}
      </ul>
    </nav>
  )
}
