import { inPlaceWorkbench } from './in-place-workbench.js';
import { workbenchContract } from './workbench-contract.js';

workbenchContract('inPlaceWorkbench()', inPlaceWorkbench);
