// The program of a thread that does jobs: bundled to worker.mjs, which createGateway is given the URL of.
import { jobs } from '@sluice/core';
import { serveJobs } from '@sluice/workbench';

serveJobs(jobs);
