import { Pencil, Trash2 } from 'lucide-react'
import type { Schoolclass } from '#contract/schoolclasses.ts'
import classes from './SchoolclassesPage.module.css'

interface SchoolclassRowMenuProps {
  schoolclass: Schoolclass
  onEdit: (schoolclass: Schoolclass) => void
  onRemove: (schoolclass: Schoolclass) => void
}

/** What can be done with a class from the list. */
export const SchoolclassRowMenu = ({ schoolclass, onEdit, onRemove }: SchoolclassRowMenuProps) => {
  const name = `Klasse ${schoolclass.classgradePlain}`
  const actions = [
    { text: `${name} bearbeiten`, icon: Pencil, run: onEdit },
    { text: `${name} löschen`, icon: Trash2, run: onRemove },
  ]
  return (
    <div className={classes.row}>
      {actions.map(({ text, icon: Icon, run }) => (
        <button
          key={text}
          type="button"
          className={classes.button}
          aria-label={text}
          title={text}
          onClick={() => run(schoolclass)}
        >
          <Icon size={20} aria-hidden />
        </button>
      ))}
    </div>
  )
}
