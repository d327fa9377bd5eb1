/**
 * The job that ends the parents' links of those who are 18. It also runs when a pupil takes back the consent to it and when a
 * restriction is lifted, so domains of several levels know its name.
 */
export const OF_AGE_TASK = 'rotate_links_of_age'
