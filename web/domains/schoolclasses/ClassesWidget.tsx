import { May } from '#web/api/May.tsx'
import { OwnClassesWidget } from './OwnClassesWidget.tsx'
import { SchoolclassesWidget } from './SchoolclassesWidget.tsx'

/** The start page's cards of classes, in one file: together they weigh less (architecture §9). */
export const ClassesWidget = () => (
  <>
    <May do="view attached schoolclasses">
      <OwnClassesWidget />
    </May>
    <May do="view schoolclasses">
      <SchoolclassesWidget />
    </May>
  </>
)
